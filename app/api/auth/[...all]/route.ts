import { handleAuthRequest } from "@/lib/access/sessions/auth";

export const GET = handleAuthRequest;
export const POST = handleAuthRequest;
