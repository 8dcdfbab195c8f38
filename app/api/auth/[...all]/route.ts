import { handleAuthRequest } from "@/lib/access/handle-auth-request";

export const GET = handleAuthRequest;
export const POST = handleAuthRequest;
