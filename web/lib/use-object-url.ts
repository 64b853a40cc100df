import { useEffect, useState } from "react"

/** Returns an address for a file in memory, for as long as it is shown. */
export function useObjectUrl(file: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const own = URL.createObjectURL(file)
    setUrl(own)
    return () => {
      // The next picture takes its place first.
      setTimeout(() => URL.revokeObjectURL(own), 1000)
    }
  }, [file])
  return file ? url : null
}
