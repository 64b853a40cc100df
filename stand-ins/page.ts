import { html } from "hono/html"

/** Returns a plain page for a person; `style` is laid over what all pages have. */
export function page(title: string, body: unknown = "", style = "") {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
          body { max-width: 34rem; margin: 3rem auto; padding: 0 1rem; }
          button, input { font: inherit; padding: 0.5rem 1.25rem; }
          small { opacity: 0.7; }
          ${style}
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        ${body}
      </body>
    </html>`
}
