import butFirstCoffee from "../../assets/artwork/but-first-coffee.svg"
import cosmicCat from "../../assets/artwork/cosmic-cat.svg"
import eastside07 from "../../assets/artwork/eastside-07.svg"
import feralForest from "../../assets/artwork/feral-forest.svg"
import goodVibes from "../../assets/artwork/good-vibes.svg"
import leopardMama from "../../assets/artwork/leopard-mama.svg"
import lunaMoth from "../../assets/artwork/luna-moth.svg"
import petalSmiley from "../../assets/artwork/petal-smiley.svg"
import saltyWave from "../../assets/artwork/salty-wave.svg"
import shredItTaco from "../../assets/artwork/shred-it-taco.svg"
import wanderOften from "../../assets/artwork/wander-often.svg"
import wildAndFree from "../../assets/artwork/wild-and-free.svg"
import type { FilmPiece } from "../../components/ui/film-sheet.tsx"

/** The layout engine's sheet of 30 copies: 64.7 in of a 22 in roll, 87 % of it printed. */
export const boldFilm: readonly FilmPiece[] = [
  { src: saltyWave, x: 0.25, y: 0.25, width: 9, height: 15.4, isTurned: true },
  { src: eastside07, x: 0.25, y: 9.5, width: 10, height: 9.13 },
  { src: feralForest, x: 0.25, y: 18.9, width: 10, height: 7.08 },
  { src: eastside07, x: 0.25, y: 26.25, width: 10, height: 9.13 },
  { src: petalSmiley, x: 15.9, y: 0.25, width: 3.5, height: 3.61, isTurned: true },
  { src: petalSmiley, x: 15.9, y: 4, width: 3.5, height: 3.61, isTurned: true },
  { src: goodVibes, x: 10.5, y: 9.5, width: 10, height: 7.11, isTurned: true },
  { src: leopardMama, x: 19.8, y: 0.25, width: 3.5, height: 1.28, isTurned: true },
  { src: leopardMama, x: 19.8, y: 4, width: 3.5, height: 1.28, isTurned: true },
  { src: feralForest, x: 10.5, y: 19.75, width: 10, height: 7.08, isTurned: true },
  { src: cosmicCat, x: 0.25, y: 35.65, width: 9, height: 9.33, isTurned: true },
  { src: lunaMoth, x: 17.9, y: 7.75, width: 3.5, height: 3.79 },
  { src: feralForest, x: 10.5, y: 30, width: 10, height: 7.08, isTurned: true },
  { src: petalSmiley, x: 17.9, y: 11.8, width: 3.5, height: 3.61 },
  { src: petalSmiley, x: 17.9, y: 15.7, width: 3.5, height: 3.61 },
  { src: shredItTaco, x: 0.25, y: 44.9, width: 10, height: 9.31, isTurned: true },
  { src: petalSmiley, x: 17.9, y: 19.6, width: 3.5, height: 3.61 },
  { src: wildAndFree, x: 9.85, y: 40.25, width: 7.5, height: 7.33 },
  { src: leopardMama, x: 17.9, y: 23.5, width: 3.5, height: 1.28 },
  { src: lunaMoth, x: 17.9, y: 25.05, width: 3.5, height: 3.79 },
  { src: petalSmiley, x: 17.9, y: 29.1, width: 3.5, height: 3.61 },
  { src: wanderOften, x: 0.25, y: 55.15, width: 9, height: 9 },
  { src: petalSmiley, x: 17.9, y: 33, width: 3.5, height: 3.61 },
  { src: wildAndFree, x: 9.85, y: 47.85, width: 7.5, height: 7.33 },
  { src: lunaMoth, x: 17.9, y: 36.9, width: 3.5, height: 3.79 },
  { src: petalSmiley, x: 17.9, y: 40.95, width: 3.5, height: 3.61 },
  { src: petalSmiley, x: 17.9, y: 44.85, width: 3.5, height: 3.61 },
  { src: petalSmiley, x: 17.9, y: 48.75, width: 3.5, height: 3.61 },
  { src: leopardMama, x: 17.9, y: 52.65, width: 3.5, height: 1.28 },
  { src: wanderOften, x: 9.5, y: 55.45, width: 9, height: 9 },
]

/** The first pieces, which a narrow view shows before the film leaves the page. */
export const boldFilmStart = boldFilm.filter((piece) => piece.y < 32)

export const boldFilmLengthIn = 64.7

/** A sheet of 21 copies: 36.15 in of the same roll, 88.5 % of it printed. */
export const mixedFilm: readonly FilmPiece[] = [
  { src: goodVibes, x: 0.25, y: 0.25, width: 10, height: 7.11 },
  { src: wanderOften, x: 10.5, y: 0.25, width: 7.5, height: 7.5 },
  { src: goodVibes, x: 0.25, y: 7.65, width: 10, height: 7.11 },
  { src: cosmicCat, x: 10.5, y: 8, width: 7.5, height: 7.78 },
  { src: wanderOften, x: 0.25, y: 15.05, width: 7.5, height: 7.5 },
  { src: lunaMoth, x: 18.25, y: 0.25, width: 3.5, height: 3.79 },
  { src: petalSmiley, x: 18.25, y: 4.3, width: 3.5, height: 3.61 },
  { src: petalSmiley, x: 18.25, y: 8.2, width: 3.5, height: 3.61 },
  { src: shredItTaco, x: 8, y: 16.05, width: 10, height: 9.31 },
  { src: butFirstCoffee, x: 0.25, y: 22.8, width: 5, height: 7.05, isTurned: true },
  { src: butFirstCoffee, x: 8, y: 25.65, width: 5, height: 7.05, isTurned: true },
  { src: cosmicCat, x: 0.25, y: 28.05, width: 7.5, height: 7.78 },
  { src: butFirstCoffee, x: 8, y: 30.9, width: 5, height: 7.05, isTurned: true },
  { src: petalSmiley, x: 18.25, y: 12.1, width: 3.5, height: 3.61 },
  { src: lunaMoth, x: 18.25, y: 16, width: 3.5, height: 3.79 },
  { src: petalSmiley, x: 18.25, y: 20.05, width: 3.5, height: 3.61 },
  { src: petalSmiley, x: 18.25, y: 23.95, width: 3.5, height: 3.61 },
  { src: petalSmiley, x: 18.25, y: 27.85, width: 3.5, height: 3.61 },
  { src: leopardMama, x: 15.35, y: 25.65, width: 5, height: 1.82, isTurned: true },
  { src: lunaMoth, x: 18.25, y: 31.75, width: 3.5, height: 3.79 },
  { src: leopardMama, x: 15.35, y: 30.9, width: 5, height: 1.82, isTurned: true },
]

export const mixedFilmLengthIn = 36.15

/** The designs by themselves, for pictures of a library. */
export const artwork = {
  butFirstCoffee,
  cosmicCat,
  eastside07,
  feralForest,
  goodVibes,
  leopardMama,
  lunaMoth,
  petalSmiley,
  saltyWave,
  shredItTaco,
  wanderOften,
  wildAndFree,
}
