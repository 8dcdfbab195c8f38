import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findTool } from "@/bin/check/other-judges";
import { findFreePort } from "@/lib/platform/process/processes";

export type ProxyServer = { name: string; url: string; stop: () => Promise<void> };

/** nginx and HAProxy in front of a server, with nothing set but what each can't do without. */
export async function startProxies(server: string, folder: string): Promise<ProxyServer[]> {
  const { host } = new URL(server);
  const [nginx, haproxy] = [
    await findTool("nginx", "nginx-light"),
    await findTool("haproxy", "haproxy"),
  ];
  return Promise.all([
    start("nginx", join(folder, "nginx"), (port, file) => ({
      program: nginx,
      parameters: ["-c", file, "-p", join(folder, "nginx"), "-g", "daemon off;"],
      settings: `
${process.getuid?.() === 0 ? "user root;" : ""}
pid nginx.pid;
error_log stderr crit;
events {}
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  server { listen 127.0.0.1:${port}; location / { proxy_pass http://${host}; } }
}
`,
    })),
    start("HAProxy", join(folder, "haproxy"), (port, file) => ({
      program: haproxy,
      parameters: ["-db", "-q", "-f", file],
      settings: `
defaults
  mode http
  timeout connect 5s
  timeout client 50s
  timeout server 50s
frontend proxy
  bind 127.0.0.1:${port}
  default_backend earshot
backend earshot
  server one ${host}
`,
    })),
  ]);
}

type Prepare = (
  port: number,
  file: string,
) => { program: string; parameters: string[]; settings: string };

async function start(name: string, folder: string, prepare: Prepare): Promise<ProxyServer> {
  const port = await findFreePort();
  await mkdir(folder, { recursive: true });
  const file = join(folder, "settings");
  const { program, parameters, settings } = prepare(port, file);
  await writeFile(file, settings);
  const child = spawn(program, parameters, { stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(child, "close");
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
