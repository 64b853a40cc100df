import { useCallback, useEffect, useRef, useState } from "react"
import type { Image } from "../../../contract/image.ts"

export type SeveralPicked = {
  /** Images are ticked now, and not picked one by one. */
  isOn: boolean
  /** What is ticked, in the order of ticking. */
  picked: ReadonlyMap<string, Image>
  /** With Shift, everything between the image touched last and this one is ticked. */
  toggle: (image: Image, withShift: boolean) => void
  pickAll: (images: readonly Image[]) => void
  begin: () => void
  end: () => void
}

const none: ReadonlyMap<string, Image> = new Map()

/** Images ticked in a picker. They stay ticked while another search shows others. */
export function useSeveralPicked(images: readonly Image[]): SeveralPicked {
  const [isOn, setIsOn] = useState(false)
  const [picked, setPicked] = useState(none)
  const lastId = useRef<string | null>(null)
  const shown = useRef(images)
  useEffect(() => {
    shown.current = images
  })
  const toggle = useCallback((image: Image, withShift: boolean) => {
    const from = lastId.current
    lastId.current = image._id
    setPicked((before) => {
      const range = withShift ? between(shown.current, from, image._id) : []
      if (range.length > 0) return withAll(before, range)
      const next = new Map(before)
      if (!next.delete(image._id)) next.set(image._id, image)
      return next
    })
  }, [])
  return {
    isOn,
    picked,
    toggle,
    pickAll: (all) => setPicked((before) => withAll(before, all)),
    begin: () => setIsOn(true),
    end: () => {
      setIsOn(false)
      setPicked(none)
      lastId.current = null
    },
  }
}

function withAll(before: ReadonlyMap<string, Image>, images: readonly Image[]): ReadonlyMap<string, Image> {
  const ready = images.filter(({ status }) => status === "Ready")
  return new Map([...before, ...ready.map((image) => [image._id, image] as const)])
}

/** The images from one to the other, both included; none where one of them is not shown. */
function between(images: readonly Image[], from: string | null, to: string): readonly Image[] {
  const ends = [from, to].map((id) => images.findIndex(({ _id }) => _id === id))
  if (ends.includes(-1)) return []
  return images.slice(Math.min(...ends), Math.max(...ends) + 1)
}
