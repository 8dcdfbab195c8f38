import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { findTool } from "@/bin/check/other-judges";

const run = promisify(execFile);

/** Posts files to an address, one after the other, as a language's usual client does it by itself. */
export type Sender = {
  language: string;
  /** @returns what is printed of the answers */
  post: (url: string, files: string[]) => Promise<string>;
};

/** Those of which a machine has the programs, or Debian gives them in a moment; they are put into a folder. */
export async function prepareSenders(folder: string): Promise<Sender[]> {
  const curl = await findTool("curl", "curl");
  const python = await findTool("python3", "python3");
  const php = await findTool("php", "php-cli");
  return [
    {
      language: "curl",
      post: async (url, files) => {
        const each = files.map((file) => ["-sS", "-H", json, "--data-binary", `@${file}`, url]);
        return (
          await run(
            curl,
            each.flatMap((one, n) => (n ? ["--next", ...one] : one)),
          )
        ).stdout;
      },
    },
    runBy("Python", python, await place(folder, "post.py", pythonSource)),
    runBy("PHP", php, await place(folder, "post.php", phpSource)),
  ];
}

/** Those whose compilers are hundreds of megabytes. */
export async function compileSenders(folder: string): Promise<Sender[]> {
  const javac = await findTool("javac", "default-jdk-headless");
  await run(javac, ["-d", folder, await place(folder, "Post.java", javaSource)]);
  const go = await findTool("go", "golang-go");
  const built = join(folder, "post-go");
  const env = { ...process.env, GOCACHE: join(folder, "go-cache"), GO111MODULE: "off" };
  await run(go, ["build", "-o", built, await place(folder, "post.go", goSource)], { env });
  return [runBy("Java", join(dirname(javac), "java"), "-cp", folder, "Post"), runBy("Go", built)];
}

function runBy(language: string, program: string, ...first: string[]): Sender {
  return {
    language,
    post: async (url, files) => (await run(program, [...first, url, ...files])).stdout,
  };
}

async function place(folder: string, name: string, source: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, source);
  return path;
}

const json = "Content-Type: application/json";

const pythonSource = `
import sys, urllib.request
for name in sys.argv[2:]:
    body = open(name, "rb").read()
    request = urllib.request.Request(sys.argv[1], data=body, headers={"Content-Type": "application/json"})
    print(urllib.request.urlopen(request).read().decode())
`;

const phpSource = `<?php
foreach (array_slice($argv, 2) as $name) {
  $request = ["method" => "POST", "header" => "${json}", "content" => file_get_contents($name)];
  echo file_get_contents($argv[1], false, stream_context_create(["http" => $request])), "\\n";
}
`;

const javaSource = `
import java.net.URI;
import java.net.http.*;
import java.nio.file.Path;

public class Post {
  public static void main(String[] given) throws Exception {
    var client = HttpClient.newHttpClient();
    for (int n = 1; n < given.length; n++) {
      var body = HttpRequest.BodyPublishers.ofFile(Path.of(given[n]));
      var request = HttpRequest.newBuilder(URI.create(given[0]))
        .header("Content-Type", "application/json").POST(body).build();
      System.out.println(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }
  }
}
`;

/** A file has no length for it: it sends chunks. */
const goSource = `package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
)

func main() {
	for _, name := range os.Args[2:] {
		file, err := os.Open(name)
		if err != nil {
			panic(err)
		}
		answer, err := http.Post(os.Args[1], "application/json", file)
		if err != nil {
			panic(err)
		}
		body, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		fmt.Println(string(body))
	}
}
`;
