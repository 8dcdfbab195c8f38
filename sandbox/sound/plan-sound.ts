import type { Random } from "../random";
import type { LineTone } from "./line-tone";
import type { Voice } from "./voice";

export type SoundPart = { startSeconds: number; seconds: number } & (
  | { kind: "tone"; tone: LineTone }
  | { kind: "voice"; voice: Voice }
);

/** What is heard in a call that ended like this, from its beginning to its end. */
export function planSound(status: string, seconds: number, random: Random): SoundPart[] {
  const wholeCall = (tone: LineTone): SoundPart[] => [
    { kind: "tone", tone, startSeconds: 0, seconds },
  ];
  if (status === "busy") return wholeCall("busy");
  if (status === "failed") return wholeCall("unobtainable");
  if (status === "no-answer" || status === "canceled") return wholeCall("ringing");
  const [agent, customer] = makeVoices(random);
  return status === "voicemail"
    ? planVoicemail(seconds, agent, customer)
    : planConversation(seconds, agent, customer, random);
}

function makeVoices(random: Random): [Voice, Voice] {
  const high = { pitchHz: random.between(180, 225), mouthSize: random.between(0.85, 0.92) };
  const low = { pitchHz: random.between(95, 130), mouthSize: random.between(0.98, 1.05) };
  return random.chance(0.5) ? [high, low] : [low, high];
}

function planVoicemail(seconds: number, agent: Voice, customer: Voice): SoundPart[] {
  return [
    { kind: "tone", tone: "ringing", startSeconds: 0, seconds: 4 },
    { kind: "voice", voice: customer, startSeconds: 4.5, seconds: 4 },
    { kind: "tone", tone: "beep", startSeconds: 8.8, seconds: 0.4 },
    { kind: "voice", voice: agent, startSeconds: 9.8, seconds: Math.max(1, seconds - 10.5) },
  ];
}

function planConversation(
  seconds: number,
  agent: Voice,
  customer: Voice,
  random: Random,
): SoundPart[] {
  const parts: SoundPart[] = [{ kind: "tone", tone: "ringing", startSeconds: 0, seconds: 2 }];
  let at = 2.5;
  for (let turn = 0; at < seconds - 1; turn += 1) {
    const turnSeconds = Math.min(random.between(1, turn % 2 === 0 ? 5 : 3.5), seconds - at - 0.3);
    const voice = turn % 2 === 0 ? customer : agent;
    parts.push({ kind: "voice", voice, startSeconds: at, seconds: turnSeconds });
    at += turnSeconds + random.between(0.25, 0.8);
  }
  return parts;
}
