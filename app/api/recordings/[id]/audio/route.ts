import { answerWhileSignedIn } from "@/lib/access/gate/answer-while-signed-in";
import { openAudio } from "@/lib/audio/open-attachment";
import { answerFaults } from "@/lib/ops/answer-faults";
import { parseIdParameter } from "@/lib/recordings/record/id-segment";

type Context = RouteContext<"/api/recordings/[id]/audio">;

/** The recording's sound, whole or one range of it. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  return answerWhileSignedIn(request, "file", () =>
    answerFaults(async () => openAudio(parseIdParameter((await params).id), request)),
  );
}

export const HEAD = GET;
