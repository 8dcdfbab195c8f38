import "server-only";

/** What an operator allows to be fetched. */
export type FetchPolicy = {
  /** The origin of `CALLING_SERVICE_URL`; null when it isn't set. */
  serviceOrigin: string | null;
  /** `AUDIO_HOSTS`, in lower case, each with or without a port; undefined: any public host. */
  audioHosts: readonly string[] | undefined;
};

/**
 * `named`: the operator named it, so its address may be private. `public`: it may be fetched if
 * every one of its addresses is public. `forbidden`: never.
 */
export function judgeHost(url: URL, { serviceOrigin, audioHosts }: FetchPolicy) {
  if (url.protocol !== "https:" && url.protocol !== "http:") return "forbidden";
  if (url.username !== "" || url.password !== "") return "forbidden";
  if (url.origin === serviceOrigin) return "named";
  if (!audioHosts) return "public";
  const isNamed = [url.hostname, `${url.hostname}:${effectivePort(url)}`].some((host) =>
    audioHosts.some((named) => withBrackets(named) === host),
  );
  return isNamed ? "named" : "forbidden";
}

function effectivePort(url: URL): string {
  return url.port || (url.protocol === "https:" ? "443" : "80");
}

/** A bare IPv6 address is written as it stands in a URL. */
function withBrackets(host: string): string {
  return host.split(":").length > 2 && !host.startsWith("[") ? `[${host}]` : host;
}
