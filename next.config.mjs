/** @type {import("next").NextConfig} */
const config = {
  agentRules: false,
  poweredByHeader: false,
  reactStrictMode: true,
  reactCompiler: true,
  typedRoutes: true,
  // `npm test` and `npm run verify` check all types; a start need not wait for it.
  typescript: { ignoreBuildErrors: true },
  // Native addons, drivers and decoders stay outside the bundle, so that one copy serves the whole process.
  serverExternalPackages: [
    "lmdb",
    "pg",
    "pino",
    "undici",
    "@aws-sdk/client-s3",
    "mediabunny",
    "mpg123-decoder",
    "opus-decoder",
    "@wasm-audio-decoders/flac",
    "@napi-rs/webcodecs",
  ],
  // `authInterrupts`: a true 403 for pages that only administrators may see. `preloadEntriesOnStart`: a page
  // is loaded when it is first asked for, so that a start takes less, and so does what nobody asks for.
  experimental: {
    turbopackRustReactCompiler: true,
    authInterrupts: true,
    preloadEntriesOnStart: false,
  },
  // With hot reload Next says each request with its address, and that of the webhook is secret.
  logging: { incomingRequests: { ignore: [/^\/api\/webhooks\//] } },
  // Pictures are served as they are; the address that would alter them answers 404.
  images: { unoptimized: true },
  // A sender may not follow a redirect, so a webhook URL with a slash at its end must work as it is.
  skipTrailingSlashRedirect: true,
  headers: async () => [
    { source: "/:path*", headers: securityHeaders },
    { source: "/api/recordings/:id/(audio|roster)", headers: [strangersFile] },
  ],
};

/** Bytes from somewhere else: even opened by themselves they may do nothing. */
const strangersFile = {
  key: "Content-Security-Policy",
  value: "default-src 'none'; sandbox",
};

const securityHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=()" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  {
    key: "Content-Security-Policy",
    value: [
      "default-src 'self'",
      "script-src 'self' 'unsafe-inline'" +
        (process.env.NODE_ENV === "development" ? " 'unsafe-eval'" : ""),
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "media-src 'self' blob:",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join("; "),
  },
];

export default config;
