import { Hono } from "hono"
import { ReceivedFiles } from "./received-files.ts"

/**
 * A shop's form for files: it takes files that come with its password, which stands before the file. With
 * `?thanks=page` it thanks with a page, with `?thanks=elsewhere` by leading on to one.
 */
export const uploadForm = {
  path: "/shop/upload",
  fileField: "file",
  wordField: "ticket",
  word: "stand-in-ticket",
}

export function form() {
  const files = new ReceivedFiles()
  const app = new Hono()

  app.post(uploadForm.path, async (c) => {
    if (!c.req.header("content-length")) return c.text("Length required", 411)
    const fields = await c.req.formData()
    const names = [...fields.keys()]
    if (fields.get(uploadForm.wordField) !== uploadForm.word) return c.text("Forbidden", 403)
    const file = fields.get(uploadForm.fileField)
    if (!(file instanceof File) || names.at(-1) !== uploadForm.fileField) return c.text("No file", 400)
    files.put(file.name, new Uint8Array(await file.arrayBuffer()), file.type)
    if (c.req.query("thanks") === "page") return c.html("<h1>Thank you!</h1>")
    if (c.req.query("thanks") === "elsewhere") return c.redirect("/shop/thanks", 303)
    return c.body(null, 204)
  })

  return { app, state: () => ({ files: files.list() }) }
}
