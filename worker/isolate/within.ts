/** Returns the promise's value, or `late` after that time; the work behind it goes on. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T | "late"> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, ms, "late")
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
