/**
 * A path that isn't percent-encoded well names nothing, and Next fails on it: its percent signs
 * become text, so that it is not found like any other.
 * @param {string} url
 */
export function withReadablePath(url) {
  const [path = "/", ...query] = url.split("?");
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll("%", "%25"), ...query].join("?");
  }
}
