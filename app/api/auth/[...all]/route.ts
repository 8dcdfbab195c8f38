import { handleAuthRequest } from "@/lib/access/gate/handle-auth-request";

export const GET = handleAuthRequest;
export const POST = handleAuthRequest;
