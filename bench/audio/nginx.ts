import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findTool } from "@/bin/check/other-judges";
import { findFreePort } from "@/lib/platform/process/processes";

/** Debian's nginx over a folder, as it serves files by itself. @returns its address and its end */
export async function startNginx(
  root: string,
  scratch: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const nginx = await findTool("nginx", "nginx-light");
  const port = await findFreePort();
  await mkdir(scratch, { recursive: true });
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(scratch, name)};`,
  );
  const file = join(scratch, "nginx.conf");
  await writeFile(
    file,
    `${process.getuid?.() === 0 ? "user root;" : ""}
worker_processes auto;
daemon off;
pid ${join(scratch, "nginx.pid")};
error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  ${paths.join("\n  ")}
  server { listen 127.0.0.1:${port}; root ${root}; default_type audio/wav; }
}
`,
  );
  const child = spawn(nginx, ["-c", file, "-p", scratch], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "close");
  for (let tries = 0; tries < 100 && !(await answers(port)); tries += 1) await sleep(50);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
