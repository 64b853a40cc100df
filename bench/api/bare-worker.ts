import { Hono } from "hono"

type Bindings = { DB: D1Database; FILES: R2Bucket }

/** The least that could answer the same calls: one query, or one object and its row, and nobody is asked who they are. */
export default new Hono<{ Bindings: Bindings }>()
  .get("/list/:table/:userId/:limit", async (c) => {
    const { table, userId, limit } = c.req.param()
    if (table !== "image" && table !== "print" && table !== "size") return c.notFound()
    const { results } = await c.env.DB.prepare(
      `SELECT * FROM ${table} WHERE user_id = ? ORDER BY created_at DESC LIMIT ?`,
    )
      .bind(userId, Number(limit))
      .all()
    return c.json({ data: results })
  })
  .get("/one/:table/:id", async (c) => {
    const { table, id } = c.req.param()
    if (table !== "image" && table !== "print") return c.notFound()
    return c.json({ data: await c.env.DB.prepare(`SELECT * FROM ${table} WHERE id = ?`).bind(id).first() })
  })
  .post("/upload", async (c) => {
    const form = await c.req.formData()
    const file = form.get("files")
    if (!(file instanceof File)) return c.notFound()
    const key = crypto.randomUUID()
    await c.env.FILES.put(key, await file.arrayBuffer())
    await c.env.DB.prepare("INSERT INTO doomed_object (key, created_at) VALUES (?, 0)").bind(key).run()
    return c.json({ data: { key } }, 201)
  })
