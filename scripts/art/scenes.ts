import { drawEmptyStage } from './empty-stage.ts'
import { drawAbout } from './scenes/about.ts'
import { drawAftermovie } from './scenes/aftermovie.ts'
import { drawMedia } from './scenes/craft-media.ts'
import { drawPainting } from './scenes/craft-painting.ts'
import { drawPublicity } from './scenes/craft-publicity.ts'
import { drawStructure } from './scenes/craft-structure.ts'
import { drawDoor } from './scenes/door.ts'
import { drawHeroApogee } from './scenes/hero-apogee.ts'
import { drawHeroOasis } from './scenes/hero-oasis.ts'
import { drawSeal } from './scenes/seal.ts'
import { drawStile } from './scenes/stile.ts'
import { drawTapeCase } from './scenes/tape-case.ts'
import { drawTimber } from './scenes/timber.ts'

/** Stages behind a text: wide, upright for phones, and small. */
const WIDE = { w: 1440, h: 700, horizon: 400, foot: 616, rx: 390 }
const UPRIGHT = { w: 640, h: 1800, horizon: 1420, foot: 1670, rx: 290 }
const SMALL = { w: 600, h: 400, horizon: 215, foot: 338, rx: 250 }

/** The large painted scenes and the parts of the scenery, by file name. */
export const drawScenes = (): Map<string, string> =>
  new Map([
    ['hero-oasis.svg', drawHeroOasis()],
    ['hero-apogee.svg', drawHeroApogee()],
    ['about.svg', drawAbout()],
    ['aftermovie.svg', drawAftermovie()],
    ['404.svg', drawEmptyStage({ ...WIDE, foot: 556, rx: 470, tape: 1.65 })],
    ['404-tall.svg', drawEmptyStage({ ...UPRIGHT, foot: 1610, tape: 2.4 })],
    ['stage.svg', drawEmptyStage(WIDE)],
    ['stage-tall.svg', drawEmptyStage(UPRIGHT)],
    ['nobody.svg', drawEmptyStage({ ...SMALL, flat: [196, 36, 0.7] })],
    ['seal.svg', drawSeal()],
    ['timber.svg', drawTimber()],
    ['stile.svg', drawStile()],
    ['door.svg', drawDoor()],
    ['tape-case.svg', drawTapeCase()],
    // the four crafts; a name board covers the bottom of each picture
    ['craft/structure.svg', drawStructure()],
    ['craft/painting.svg', drawPainting()],
    ['craft/publicity.svg', drawPublicity()],
    ['craft/media.svg', drawMedia()],
  ])
