import { Html, html } from "./html";
import { styleSheet } from "./style-sheet";

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
