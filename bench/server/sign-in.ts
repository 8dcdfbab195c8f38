import { administrator } from "./server";

/** Signs somebody in, the administrator unless another is named. @returns the header with which one is known from then on */
export async function signIn(url: string, person = administrator): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: url },
    body: JSON.stringify(person),
  });
  if (!answer.ok) throw new Error(`Cannot sign in: ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
