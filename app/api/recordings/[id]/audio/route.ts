import { gateRoute } from "@/lib/access/gate-route";
import { openAudio } from "@/lib/audio/open-attachment";

export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const viewer = await gateRoute(request);
  if (viewer instanceof Response) return viewer;
  const { id } = await params;
  return openAudio(id, request);
}

export const HEAD = GET;
