import { answerWhileSignedIn } from "@/lib/access/gate/answer-while-signed-in";
import { openRoster } from "@/lib/audio/open-attachment";
import { answerFaults } from "@/lib/ops/answer-faults";
import { parseIdParameter } from "@/lib/recordings/record/id-segment";

type Context = RouteContext<"/api/recordings/[id]/roster">;

/** The customer list that came with a recording, to be saved. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  return answerWhileSignedIn(request, "file", () =>
    answerFaults(async () => openRoster(parseIdParameter((await params).id), request)),
  );
}
