import { defaultApiKey } from "../command-line/option-list";

export async function fetchToken(serviceUrl: string): Promise<string> {
  const response = await requestToken(serviceUrl, JSON.stringify({ apiKey: defaultApiKey }));
  const { token } = await response.json();
  return token;
}

export function requestToken(serviceUrl: string, body: string): Promise<Response> {
  const headers = { "Content-Type": "application/json" };
  return fetch(`${serviceUrl}/api/generate-token`, { method: "POST", headers, body });
}
