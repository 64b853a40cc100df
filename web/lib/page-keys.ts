/** The keys of the sheet's pieces, once one is picked. */
export const deskKeys = {
  move: ["←", "→", "↑", "↓"],
  turn: ["R"],
  duplicate: ["D"],
  pin: ["P"],
  remove: ["Delete"],
  all: ["Ctrl", "A"],
  undo: ["Ctrl", "Z"],
} as const

/** The keys of the text editor. */
export const textKeys = {
  save: ["Ctrl", "S"],
  undo: ["Ctrl", "Z"],
  redo: ["Ctrl", "Y"],
  copy: ["Ctrl", "D"],
} as const
