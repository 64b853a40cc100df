type PdfShape = {
  /** What is drawn on each page, as its operators; fonts /F and half-transparent /G are at hand, and /X. */
  content: string
  pages?: number
  widthPoints?: number
  heightPoints?: number
  /** The dictionary and the bytes of the drawing or picture /X. */
  object?: { dictionary: string; bytes: Uint8Array | string }
  /** The objects that a page tree counts as its own, in place of the pages. */
  kids?: string
}

/** Writes a PDF of so many pages that all draw the same. */
export function makePdf(shape: PdfShape): Uint8Array<ArrayBuffer> {
  const { content, pages = 1, widthPoints = 216, heightPoints = 144, object } = shape
  const [drawn, extra] = [3 + pages, 4 + pages]
  const resources = `<< /ExtGState << /G << /ca .5 >> >> /XObject << /X ${extra} 0 R >> /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >> >> >>`
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${widthPoints} ${heightPoints}] /Contents ${drawn} 0 R /Resources ${resources} >>`
  const kids = shape.kids ?? Array.from({ length: pages }, (_, i) => `${3 + i} 0 R`).join(" ")
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    ...new Array<string>(pages).fill(page),
    stream("", content),
    object ? stream(object.dictionary.replace("/Self", `/Resources ${resources}`), object.bytes) : "null",
  ]
  const parts = [Buffer.from("%PDF-1.7\n")]
  const offsets: number[] = []
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  for (const [i, body] of objects.entries()) {
    offsets.push(length())
    parts.push(Buffer.from(`${i + 1} 0 obj\n`), Buffer.from(body), Buffer.from("\nendobj\n"))
  }
  const rows = offsets.map((offset) => `${`${offset}`.padStart(10, "0")} 00000 n \n`).join("")
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  const end = `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length()}\n%%EOF\n`
  return new Uint8Array(Buffer.concat([...parts, Buffer.from(table + end)]))
}

function stream(dictionary: string, bytes: Uint8Array | string): Buffer {
  const body = Buffer.from(bytes as string)
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${body.length} >>\nstream\n`),
    body,
    Buffer.from("\nendstream"),
  ])
}
