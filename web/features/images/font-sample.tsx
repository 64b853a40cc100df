import { useEffect, useRef, useState } from "react"
import type { Font } from "../../../contract/artwork/font.ts"
import { classNames } from "../../lib/class-names.ts"

type FontSampleProps = { font: Font; text: string; className?: string }

/** Draws words in a font, which is loaded once they come near the window. */
export function FontSample({ font, text, className }: FontSampleProps) {
  const place = useRef<HTMLParagraphElement>(null)
  const [isLoaded, setIsLoaded] = useState(false)
  const family = `sample-${font._id.replace(/[^a-z0-9]/g, "-")}`
  useEffect(() => {
    const element = place.current
    if (element === null) return
    let isGone = false
    const face = new FontFace(family, `url("${font.path}")`)
    const load = async () => {
      await face.load()
      if (isGone) return
      document.fonts.add(face)
      setIsLoaded(true)
    }
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        watch.disconnect()
        // Without the font, the sample stays in the page's own font, under the right name.
        load().catch(() => undefined)
      },
      { rootMargin: "200px" },
    )
    watch.observe(element)
    return () => {
      isGone = true
      watch.disconnect()
      document.fonts.delete(face)
    }
  }, [family, font.path])
  return (
    <p
      ref={place}
      aria-hidden="true"
      className={classNames("h-14 truncate text-3xl leading-[3.5rem]", className)}
      style={isLoaded ? { fontFamily: `"${family}"` } : undefined}
    >
      {text}
    </p>
  )
}
