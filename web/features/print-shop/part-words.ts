import { Coins, Layers, type LucideIcon, Ruler, Server } from "lucide-react"
import type { ShopPart } from "./shop.ts"

/** The parts of a print shop as people read them; `about` while nothing was said. */
export const partTexts: Record<ShopPart, { title: string; about: string; Icon: LucideIcon }> = {
  roll: {
    title: "Roll and gap",
    about: "How wide the film is, and how far pieces lie apart",
    Icon: Ruler,
  },
  files: {
    title: "Files",
    about: "What the print shop’s software takes: white, cut line and names",
    Icon: Layers,
  },
  place: {
    title: "Where files go",
    about: "Ask your print shop once; one button does the rest",
    Icon: Server,
  },
  cost: {
    title: "What film costs",
    about: "A price, so that every sheet says what it costs",
    Icon: Coins,
  },
}
