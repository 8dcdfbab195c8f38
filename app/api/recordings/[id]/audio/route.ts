import { gateRoute } from "@/lib/access/gate-route";
import { openAudio } from "@/lib/audio/open-attachment";
import { answerFaults } from "@/lib/ops/answer-faults";

type Context = RouteContext<"/api/recordings/[id]/audio">;

/** The recording's sound, whole or one range of it. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const viewer = await gateRoute(request);
  if (viewer instanceof Response) return viewer;
  return answerFaults(async () => openAudio((await params).id, request));
}

export const HEAD = GET;
