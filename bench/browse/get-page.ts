import { Agent, request } from "node:http";

export type PageTimes = {
  status: number;
  /** Milliseconds from the request to the first byte, to the end of the table, and to the last byte. */
  firstByteMs: number;
  rowsMs: number;
  wholeMs: number;
  /** How many calls the table shows. */
  shown: number;
};

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Fetches a page as a browser would, over a connection that is kept. */
export function getPage(url: string, cookie = ""): Promise<PageTimes> {
  return new Promise((resolve, reject) => {
    const begunAt = performance.now();
    const passed = () => performance.now() - begunAt;
    let firstByteMs = 0;
    let rowsMs = 0;
    let html = "";
    const sent = request(
      url,
      { agent, headers: { Cookie: cookie, Accept: "text/html" } },
      (answer) => {
        answer.setEncoding("utf8").on("data", (piece: string) => {
          firstByteMs ||= passed();
          html += piece;
          if (!rowsMs && html.includes("</table>")) rowsMs = passed();
        });
        answer.once("error", reject);
        answer.once("end", () => {
          const wholeMs = passed();
          const shown = html.match(/<tr[^>]* data-id="/g)?.length ?? 0;
          resolve({
            status: answer.statusCode ?? 0,
            shown,
            firstByteMs,
            rowsMs: rowsMs || wholeMs,
            wholeMs,
          });
        });
      },
    );
    sent.once("error", reject);
    sent.end();
  });
}
