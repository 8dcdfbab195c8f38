import { Html, html } from "./html";

const pages = [
  { path: "/", name: "Calls" },
  { path: "/settings/webhooks", name: "Settings › Webhooks" },
];

export function renderPage(path: string, title: string, content: Html): string {
  const links = pages.map((page) => {
    const current = new Html(page.path === path ? ' aria-current="page"' : "");
    return html`<a href="${page.path}"${current}>${page.name}</a>`;
  });
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Calling service sandbox</title>
<link rel="icon" href="data:,">
${styleSheet}
</head>
<body>
<header>
<strong>Calling service sandbox</strong>
<nav aria-label="Pages">${links}</nav>
</header>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.markup;
}

const styleSheet = new Html(`<style>
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f7f9, #14171c);
  --surface: light-dark(#ffffff, #1d2128);
  --line: light-dark(#dde1e7, #343a44);
  --text: light-dark(#1b2028, #e7eaf0);
  --quiet: light-dark(#576071, #a3acbb);
  --accent: light-dark(#0b62c4, #7db5ff);
  --on-accent: light-dark(#ffffff, #0d1420);
  --bad: light-dark(#b3261e, #ff9a92);
  --good: light-dark(#1a6e3c, #7fd6a2);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--ground);
  color: var(--text);
  font: 15px/1.5 system-ui, sans-serif;
  font-variant-numeric: tabular-nums;
}
header, main { max-width: 1240px; margin: 0 auto; padding: 16px 20px; }
header { display: flex; flex-wrap: wrap; gap: 4px 24px; align-items: baseline; }
header strong { font-size: 17px; }
header nav { display: flex; gap: 16px; }
a { color: var(--accent); }
nav a { text-decoration: none; padding: 4px 0; }
nav a[aria-current] { color: var(--text); border-bottom: 2px solid var(--accent); }
h1 { font-size: 24px; margin: 8px 0 16px; }
h2 { font-size: 17px; margin: 0 0 8px; }
section {
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 10px;
  padding: 16px;
  margin-bottom: 16px;
  overflow-x: auto;
}
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(260px, 1fr)); gap: 0 16px; }
.figures { display: flex; flex-wrap: wrap; gap: 8px 32px; margin: 0; }
.figures div { display: flex; flex-direction: column-reverse; }
.figures dt { color: var(--quiet); font-size: 13px; }
.figures dd { margin: 0; font-size: 22px; font-weight: 600; }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; font-weight: 400; }
thead th { color: var(--quiet); font-size: 13px; font-weight: 500; }
code { font-size: 12px; }
th, td { padding: 6px 16px 6px 0; border-bottom: 1px solid var(--line); }
th:last-child, td:last-child { padding-right: 0; }
tbody tr:last-child td, tbody tr:last-child th { border-bottom: 0; }
.number { text-align: right; }
td { white-space: nowrap; }
td.address { white-space: normal; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); }
.good { color: var(--good); }
.bad { color: var(--bad); }
form { display: inline-flex; flex-wrap: wrap; gap: 8px; align-items: end; }
label { display: grid; gap: 4px; font-weight: 500; }
input, button { font: inherit; padding: 7px 12px; border-radius: 7px; border: 1px solid var(--line); }
input { width: min(36rem, 80vw); background: var(--ground); color: var(--text); }
button { background: var(--accent); color: var(--on-accent); border-color: transparent; cursor: pointer; }
button.plain { background: transparent; color: var(--accent); border-color: var(--line); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
</style>`);
