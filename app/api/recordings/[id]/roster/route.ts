import { gateRoute } from "@/lib/access/gate-route";
import { openRoster } from "@/lib/audio/open-attachment";

export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const viewer = await gateRoute(request);
  if (viewer instanceof Response) return viewer;
  const { id } = await params;
  return openRoster(id, request);
}
