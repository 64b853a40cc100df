import { Hono } from "hono"

type Bindings = { DB: D1Database; FILES: R2Bucket }
type Row = Record<string, string | number | null>

/**
 * The least code that gives the same answers to the same calls: one query, or one object and its
 * row. No session, checks, filters, other orders or logs. The bench compares the answers with
 * ours.
 */
export const bare = new Hono<{ Bindings: Bindings }>()
  .get("/bare/images/:userId/:limit", async (c) => {
    const { userId, limit } = c.req.param()
    const { results } = await c.env.DB.prepare(
      `${imageSelect("(SELECT count(*) FROM image WHERE user_id = ?1) AS total")}
        WHERE image.user_id = ?1 ORDER BY image.created_at DESC, image.id DESC LIMIT ?2`,
    )
      .bind(userId, Number(limit))
      .all<Row>()
    return c.json({ data: results.map(imageOf), pagination: paginationOf(results, Number(limit)) })
  })
  .get("/bare/image/:id", async (c) => {
    const row = await c.env.DB.prepare(`${imageSelect("0")} WHERE image.id = ?`)
      .bind(c.req.param("id"))
      .first<Row>()
    return row ? c.json({ data: imageOf(row) }) : c.notFound()
  })
  .get("/bare/sizes/:userId/:limit", async (c) => {
    const { userId, limit } = c.req.param()
    const { results } = await c.env.DB.prepare(
      `SELECT id, name, value_in, created_at, updated_at, (SELECT count(*) FROM size WHERE user_id = ?1) AS total
        FROM size WHERE user_id = ?1 ORDER BY created_at DESC, id DESC LIMIT ?2`,
    )
      .bind(userId, Number(limit))
      .all<Row>()
    const data = results.map((row) => ({ _id: row.id, name: row.name, value: row.value_in, ...datesOf(row) }))
    return c.json({ data, pagination: paginationOf(results, Number(limit)) })
  })
  .get("/bare/prints/:userId/:limit", async (c) => {
    const { userId, limit } = c.req.param()
    const { results } = await c.env.DB.prepare(
      `SELECT ${printColumns}, (SELECT count(*) FROM print WHERE user_id = ?1) AS total FROM print
        WHERE user_id = ?1 ORDER BY created_at DESC, id DESC LIMIT ?2`,
    )
      .bind(userId, Number(limit))
      .all<Row>()
    return c.json({ data: results.map(printOf), pagination: paginationOf(results, Number(limit)) })
  })
  .get("/bare/print/:id", async (c) => {
    const row = await c.env.DB.prepare(
      `SELECT ${printColumns}, ${printItems} AS items FROM print WHERE id = ?`,
    )
      .bind(c.req.param("id"))
      .first<Row>()
    if (!row) return c.notFound()
    const items = itemsOf(row)
    // A draft's ink is checked only after its first answer, which is the one compared.
    const notChecked = items.map(({ _id }) => ({ itemId: _id, code: null, reason: null }))
    return c.json({
      data: { ...printOf(row), inkTick: null, printItems: items, findings: [], notChecked },
    })
  })
  /** Returns, for the bench, how many of our uploads still run past their answers. */
  .get("/bare/open", async (c) =>
    c.json(await c.env.DB.prepare("SELECT count(*) AS count FROM image WHERE status = 'Ingesting'").first()),
  )
  .post("/bare/upload", async (c) => {
    const form = await c.req.formData()
    const file = form.get("files")
    if (!(file instanceof File)) return c.notFound()
    const key = crypto.randomUUID()
    await c.env.FILES.put(key, await file.arrayBuffer())
    await c.env.DB.prepare("INSERT INTO doomed_object (key, created_at) VALUES (?, 0)").bind(key).run()
    return c.json({ data: { key } }, 201)
  })

function imageSelect(more: string): string {
  return `SELECT image.id, image.name, status, failure_reason, media_type, category_id, half_stars, width_px, height_px,
    bytes, trim_x, trim_y, trim_width, trim_height, is_opaque, soft_share, warnings, fields, layers, missing_fonts, font_replacements, mends, uploaded_by,
    (SELECT first_name || ' ' || last_name FROM user WHERE user.id = uploaded_by) AS uploaded_by_name,
    ink_marks, ink_accepted, used_in_print, image.created_at, updated_at, category.name AS category, ${more} FROM image
    LEFT JOIN image_category category ON category.id = image.category_id`
}

const printColumns = `id, name, status, type, source, sheet_template_id, labels, failure_message, printed_at, shop_printed_at,
  remake_reason, remake_of, (SELECT name FROM print AS original WHERE original.id = print.remake_of) AS remake_of_name, is_test, made_by,
  (SELECT first_name || ' ' || last_name FROM user WHERE user.id = made_by) AS made_by_name, item_count, copies, created_at, updated_at,
  (SELECT json_array(dpi, cost) FROM attempt WHERE id = print.attempt_id) AS attempt,
  (SELECT json_group_array(image_id) FROM (SELECT image_id FROM print_item JOIN image ON image.id = image_id
    WHERE print_id = print.id AND image.status = 'Ready' ORDER BY position LIMIT 4)) AS pictures,
  (SELECT json_group_array(json_array(sheet_index, token, width_px, length_px, bytes, preview_key, state)) FROM sheet
    WHERE attempt_id = print.attempt_id AND print.status IN ('Completed', 'Processing')) AS sheets,
  CASE WHEN status NOT IN ('Completed', 'Processing') THEN (SELECT CASE WHEN max(image_id IS NULL) THEN 'image'
    WHEN max(size_id IS NULL) THEN 'size' END FROM print_item WHERE print_id = print.id) END AS missing,
  CASE WHEN status = 'Processing' THEN (SELECT json_array(sum(iif(is_done, rows, 0)), sum(rows)) FROM
    (SELECT is_done, height_px AS rows FROM attempt_stamp WHERE attempt_id = print.attempt_id UNION ALL
      SELECT state = 'written', length_px FROM sheet WHERE attempt_id = print.attempt_id)) END AS progress`

const printItems = `(SELECT json_group_array(json_object('id', item.id, 'quantity', item.quantity,
    'wasImageDeleted', was_image_deleted, 'wasSizeDeleted', was_size_deleted, 'imageId', image_id, 'name', image.name,
    'status', image.status, 'mediaType', media_type, 'widthPx', width_px, 'heightPx', height_px, 'x', trim_x,
    'y', trim_y, 'width', trim_width, 'height', trim_height, 'isOpaque', is_opaque, 'softShare', soft_share,
    'fields', fields, 'values', field_values, 'place', item.position, 'sizeId', size_id, 'sizeName', size.name, 'value', value_in))
  FROM (SELECT * FROM print_item WHERE print_id = print.id ORDER BY position) item
  LEFT JOIN image ON image.id = image_id LEFT JOIN size ON size.id = size_id)`

function imageOf(row: Row) {
  const isReady = row.status === "Ready"
  return {
    _id: row.id,
    name: row.name,
    status: row.status,
    failureReason: row.failure_reason,
    mediaType: row.media_type,
    isVector: isReady && row.media_type === "image/svg+xml",
    file:
      isReady || row.status === "Ingesting"
        ? { path: `files/images/${row.id}/source`, name: row.name }
        : null,
    previewFile: isReady ? { path: `files/images/${row.id}/preview` } : null,
    imageCategory: row.category === null ? null : { _id: row.category_id, name: row.category },
    score: Number(row.half_stars) / 2,
    widthPx: row.width_px,
    heightPx: row.height_px,
    bytes: row.bytes,
    trim: isReady ? { x: row.trim_x, y: row.trim_y, width: row.trim_width, height: row.trim_height } : null,
    isOpaque: row.is_opaque === 1,
    softShare: row.soft_share,
    warnings: JSON.parse(String(row.warnings)),
    fields: JSON.parse(String(row.fields)),
    layers: JSON.parse(String(row.layers)),
    missingFonts: JSON.parse(String(row.missing_fonts)),
    fontReplacements: JSON.parse(String(row.font_replacements)),
    mends: JSON.parse(String(row.mends)),
    ink: marksOf(row),
    usedInPrint: row.used_in_print,
    uploadedBy: personOf(row.uploaded_by, row.uploaded_by_name),
    ...datesOf(row),
  }
}

function marksOf(row: Row) {
  const accepted: string[] = JSON.parse(String(row.ink_accepted))
  const marks: { code: string }[] = JSON.parse(String(row.ink_marks))
  return marks.map((mark) => ({ ...mark, isAccepted: accepted.includes(mark.code) }))
}

function printOf(row: Row) {
  const [dpi, cost] = row.attempt === null ? [null, null] : JSON.parse(String(row.attempt))
  const sheets: [number, string, number, number, number, string | null, string][] = JSON.parse(
    String(row.sheets),
  )
  const progress = row.progress === null ? null : JSON.parse(String(row.progress))
  const files = sheets.map(([index, token, widthPx, lengthPx, bytes, previewKey]) => ({
    path: `files/sheets/${token}/sheet-${index + 1}.png`,
    name: `${String(row.id).slice(-6)}-sheet-${index + 1}.png`,
    format: "png",
    sheet: index + 1,
    writingId: null,
    destination: null,
    widthPx,
    lengthPx,
    lengthIn: lengthPx / dpi,
    contourLengthIn: null,
    bytes,
    previewPath: previewKey === null ? null : `files/${previewKey}`,
  }))
  return {
    _id: row.id,
    name: row.name,
    status: row.status,
    type: row.type,
    source: row.source,
    fileId: row.status === "Completed" ? files.filter((_, i) => sheets[i][6] === "written") : [],
    itemPreviews: JSON.parse(String(row.pictures)).map((id: string) => `files/images/${id}/preview`),
    copies: row.copies,
    itemCount: row.item_count,
    missing: row.missing,
    lengthIn:
      row.status === "Completed" || row.status === "Processing"
        ? files.reduce((sum, file) => sum + file.lengthIn, 0)
        : null,
    agreedLengthIn: null,
    shipBy: null,
    sheetTemplateId: row.sheet_template_id,
    labels: row.labels === null ? null : row.labels === 1,
    progress: progress && { stage: "render", done: progress[0], total: progress[1] },
    failureMessage: row.failure_message,
    printedAt: dateOf(row.printed_at),
    cost,
    shopPrintedAt: dateOf(row.shop_printed_at),
    remakeReason: row.remake_reason,
    remakeOf: row.remake_of,
    remakeOfName: row.remake_of_name,
    isTest: row.is_test === 1,
    madeBy: personOf(row.made_by, row.made_by_name),
    begunBy: null,
    ...datesOf(row),
  }
}

function personOf(_id: Row[string], name: Row[string]) {
  return _id === null ? null : { kind: "person", name, _id }
}

function itemsOf(print: Row) {
  const code = String(print.id).slice(-10)
  return (JSON.parse(String(print.items)) as Row[]).map((item) => itemOf(item, code))
}

function itemOf(item: Row, printCode: string) {
  const isReady = item.status === "Ready"
  return {
    _id: item.id,
    code: `${printCode}-${Number(item.place) + 1}`,
    imageId: item.imageId && {
      _id: item.imageId,
      name: item.name,
      status: item.status,
      previewFile: isReady ? { path: `files/images/${item.imageId}/preview` } : null,
      file: isReady ? { path: `files/images/${item.imageId}/source`, name: item.name } : null,
      mediaType: item.mediaType,
      isVector: isReady && item.mediaType === "image/svg+xml",
      widthPx: item.widthPx,
      heightPx: item.heightPx,
      trim: isReady ? { x: item.x, y: item.y, width: item.width, height: item.height } : null,
      isOpaque: item.isOpaque === 1,
      softShare: item.softShare,
      fields: JSON.parse(String(item.fields)),
    },
    values: JSON.parse(String(item.values)),
    piece: null,
    sizeId: item.sizeId && { _id: item.sizeId, name: item.sizeName, value: item.value },
    wasImageDeleted: item.wasImageDeleted === 1,
    wasSizeDeleted: item.wasSizeDeleted === 1,
    quantity: item.quantity,
    orderItemId: null,
  }
}

function paginationOf(rows: readonly Row[], limit: number) {
  const totalDocuments = Number(rows[0]?.total ?? 0)
  const totalPages = Math.max(1, Math.ceil(totalDocuments / limit))
  const last = rows.at(-1)
  const next = last && totalPages > 1 ? btoa(JSON.stringify(["createdAt", last.created_at, last.id])) : null
  return { totalDocuments, isExact: true, totalPages, page: 1, limit, next: next && urlSafe(next) }
}

function urlSafe(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
}

function datesOf(row: Row) {
  return { createdAt: dateOf(row.created_at), updatedAt: dateOf(row.updated_at) }
}

function dateOf(ms: Row[string]): string | null {
  return ms === null ? null : new Date(Number(ms)).toISOString()
}
