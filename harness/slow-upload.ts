import { request } from "node:http"
import { crc32 } from "node:zlib"

/** An upload whose pace its caller decides. */
export type SlowUpload = {
  /** Sends that many bytes more. */
  send(bytes: number): Promise<void>
  /** Sends the rest; returns the reply. */
  finish(): Promise<{ status: number; body: string }>
  /** Cuts the upload off, as when a browser loses its network. */
  cut(): void
}

const pictures = { path: "/api/images/bulk-upload", field: "files" }
/** An import of orders. */
export const orders = { path: "/api/orders/import", field: "file" }
export const fonts = { path: "/api/fonts", field: "files" }

/** Begins a call with one file; nothing of its body is sent yet. */
export function beginUpload(
  origin: string,
  headers: Record<string, string>,
  file: { name: string; bytes: Buffer },
  call = pictures,
): SlowUpload {
  const boundary = "----slow"
  const disposition = `form-data; name="${call.field}"; filename="${file.name}"`
  const left = [
    Buffer.from(`--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: image/png\r\n\r\n`),
    file.bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]
  const { hostname, port } = new URL(origin)
  const length = left.reduce((sum, part) => sum + part.length, 0)
  const type = `multipart/form-data; boundary=${boundary}`
  const sent = request({
    hostname,
    port,
    method: "POST",
    path: call.path,
    headers: { ...headers, "content-type": type, "content-length": length },
  })
  const reply = new Promise<{ status: number; body: string }>((resolve, reject) => {
    sent.on("error", reject)
    sent.on("response", (response) => {
      let text = ""
      response.setEncoding("utf8")
      response.on("data", (chunk: string) => {
        text += chunk
      })
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }))
    })
  })
  // Nobody reads the reply of an upload that was cut off.
  reply.catch(() => undefined)

  async function send(bytes: number): Promise<void> {
    for (let wanted = bytes; wanted > 0 && left.length > 0; ) {
      // Views of the file: 60 uploads of one would be copies of 300 MB otherwise.
      const piece = left[0].subarray(0, wanted)
      wanted -= piece.length
      left[0] = left[0].subarray(piece.length)
      if (left[0].length === 0) left.shift()
      await new Promise((resolve) => sent.write(piece, resolve))
    }
  }

  return {
    send,
    async finish() {
      await send(length)
      sent.end()
      return reply
    },
    cut: () => sent.destroy(),
  }
}

/** Returns the same picture in a PNG of about that many bytes, the rest of which no decoder reads. */
export function paddedPng(png: Buffer, bytes: number): Buffer {
  const chunk = Buffer.alloc(Math.max(12, bytes - png.length))
  chunk.writeUInt32BE(chunk.length - 12, 0)
  chunk.write("prVt", 4, "latin1")
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  // Behind the signature and IHDR.
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
}
