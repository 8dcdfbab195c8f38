// Unpacks the Chromium that came from npm, with the libraries it needs, into the folder given.
process.env.TMPDIR = process.argv[2];
// Makes the package unpack its libraries, too, on systems that have none of them.
process.env.AWS_LAMBDA_JS_RUNTIME = "nodejs20.x";

const { default: chromium } = await import("@sparticuz/chromium");
await chromium.executablePath();
