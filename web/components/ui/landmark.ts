import { useCallback, useRef, useState } from "react"

/**
 * Returns where to draw what floats over the page, so that it lies in a landmark like all content: the dialog
 * that `trigger` is in, else the page's main part. Both are looked up as it opens.
 */
export function useLandmark<Trigger extends Element>() {
  const trigger = useRef<Trigger>(null)
  const [landmark, setLandmark] = useState<HTMLElement | null>(null)
  const onOpenChange = useCallback((isOpen: boolean) => {
    if (isOpen) setLandmark(trigger.current?.closest<HTMLElement>("[role=dialog], main") ?? mainOf())
  }, [])
  return { trigger, landmark, onOpenChange }
}

function mainOf(): HTMLElement | null {
  return document.querySelector("main")
}
