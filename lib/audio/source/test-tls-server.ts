import type { ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

/** HTTPS on the loopback, under a certificate that nobody vouches for. */
export async function serveTls(answer: (response: ServerResponse) => void) {
  const pem = (label: string, base64: string) =>
    `-----BEGIN ${label}-----\n${base64}\n-----END ${label}-----\n`;
  const options = {
    key: pem("PRIVATE KEY", localKey.join("\n")),
    cert: pem("CERTIFICATE", localCertificate.join("\n")),
  };
  const server = createServer(options, (_request, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { origin: `https://127.0.0.1:${port}`, close };
}

/** Made for this test, for `localhost`, until 2126. */
const localKey = [
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgMPyP1Vt5TkzpwbmL",
  "VPmKTzlfsX2R55ZIxmvUQKj1Ok6hRANCAAROP8AbYQ93RhQk7HO1JXToLwvbmGLU",
  "gqkVIODlWSXqHNsLqVxfJuSz7sQXVXaHK2oGGcAceSofx1Vek7DXVMKw",
];

const localCertificate = [
  "MIIBfzCCASWgAwIBAgIUBOFcrE4R5XnDASpc/KCOqXUJnE4wCgYIKoZIzj0EAwIw",
  "FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzE2MTE1N1oYDzIxMjYxMDMw",
  "MTYxMTU3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO",
  "PQMBBwNCAAROP8AbYQ93RhQk7HO1JXToLwvbmGLUgqkVIODlWSXqHNsLqVxfJuSz",
  "7sQXVXaHK2oGGcAceSofx1Vek7DXVMKwo1MwUTAdBgNVHQ4EFgQUrnLkdIaMt/1X",
  "bzFC1ISwqkDZQ7IwHwYDVR0jBBgwFoAUrnLkdIaMt/1XbzFC1ISwqkDZQ7IwDwYD",
  "VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAivBgpGtuwKc02XVn1A+g",
  "qmZXpbUGM7w/HYUre31yi3QCIGFdF/CyTYf4wx3sZt4odTiceVYHJvwn3PhqKlcL",
  "DQaC",
];
