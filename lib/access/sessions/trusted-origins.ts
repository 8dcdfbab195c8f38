/**
 * The origins whose pages may post to the sign-in routes: that of `publicUrl`, and when that is
 * this machine, both of its usual names.
 */
export function trustedOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  if (!loopbackNames.includes(hostname)) return [origin];
  return loopbackNames.map((name) => `${protocol}//${name}${port ? `:${port}` : ""}`);
}

const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];
