/**
 * The path and query that a request means. One in absolute form, as for a proxy, means its path here:
 * left to Next it would be redirected, with whatever secret it holds in the answer. A path that isn't
 * percent-encoded well names nothing, and Next fails on it: its percent signs become text, so that it
 * is not found like any other.
 * @param {string} url
 */
export function withReadablePath(url) {
  const relative = url.replace(/^https?:\/\/[^/?#]*/i, "");
  const [path = "", ...query] = relative.split("?");
  const rooted = path.startsWith("/") ? path : `/${path}`;
  try {
    decodeURIComponent(rooted);
    return [rooted, ...query].join("?");
  } catch {
    return [rooted.replaceAll("%", "%25"), ...query].join("?");
  }
}
