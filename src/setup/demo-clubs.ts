import type { LineChange } from '#src/contract/records.ts'

/** The address of the first club, with which people sign in. */
export const FIRST_CLUB_EMAIL = 'club@demo.example'
/** The address of the second person of that club, with the same password. */
export const COLLEAGUE_EMAIL = 'colleague@demo.example'
/** The club that waits for approval, with the same password. */
export const WAITING_CLUB = {
  clubName: 'Pottery Circle',
  email: 'pottery@demo.example',
  cordName: 'Demo Newcomer',
  mobile: '+91 00000 00099',
}

type Decision = Omit<LineChange, '_id'>
type DemoLine = { itemName: string; quantity: number; decision?: Decision; link?: string }
export type DemoClub = { clubName: string; email: string; mobile: string; lines: DemoLine[] }

type Asked = number | readonly [quantity: number, decision: Decision | null, link?: string]

const inSizes = (name: string, quantities: Record<number, number>) =>
  Object.entries(quantities).map(([size, quantity]) => [`${name} ${size}`, quantity] as const)

/** The unit and the place of the sample items that begin with a word. */
export const LABELS: readonly (readonly [start: string, { unit?: string; place: string }])[] = [
  ['Brush', { place: 'Shelf A1' }],
  ['Paint (15 ml)', { unit: 'tubes', place: 'Shelf A2' }],
  ['Paint (500 ml)', { unit: 'bottles', place: 'Shelf A3' }],
  ['Chart Paper', { unit: 'sheets', place: 'Shelf B1' }],
  ['Cartridge Paper', { unit: 'sheets', place: 'Shelf B1' }],
  ['Kraft Paper Roll', { unit: 'rolls', place: 'Shelf B2' }],
  ['Masking Tape', { unit: 'rolls', place: 'Shelf C1' }],
  ['Duct Tape', { unit: 'rolls', place: 'Shelf C1' }],
  ['MDF Board', { unit: 'boards', place: 'Yard' }],
]

/** The sample stock of a department of art and design: names and quantities. */
export const STOCK: readonly (readonly [name: string, quantity: number])[] = [
  ...inSizes('Brush Round', [12, 10, 24, 18, 30, 26, 40, 22, 36, 20, 28, 14, 16]),
  ...inSizes('Brush Flat', { 2: 18, 4: 24, 6: 30, 8: 26, 10: 20, 12: 16, 16: 12, 20: 8 }),
  ['Paint (15 ml) Black', 48],
  ['Paint (15 ml) Burnt Sienna', 18],
  ['Paint (15 ml) Cobalt Blue', 30],
  ['Paint (15 ml) Crimson', 36],
  ['Paint (15 ml) Lemon Yellow', 32],
  ['Paint (15 ml) Sap Green', 24],
  ['Paint (15 ml) White', 60],
  ['Paint (15 ml) Yellow Ochre', 20],
  ['Paint (500 ml) Black', 14],
  ['Paint (500 ml) Blue', 10],
  ['Paint (500 ml) Green', 8],
  ['Paint (500 ml) Red', 12],
  ['Paint (500 ml) White', 18],
  ['Paint (500 ml) Yellow', 9],
  ['Cartridge Paper A2', 200],
  ['Chart Paper Black', 75],
  ['Chart Paper Coloured', 150],
  ['Chart Paper White', 240],
  ['Kraft Paper Roll', 6],
  ['Tracing Paper A3', 90],
  ['Corrugated Sheet', 45],
  ['Foam Board 5 mm', 32],
  ['MDF Board 3 mm', 15],
  ['Mount Board A1', 28],
  ['Double-sided Tape', 34],
  ['Duct Tape', 22],
  ['Masking Tape 1 inch', 64],
  ['Masking Tape 2 inch', 40],
  ['Fabric Glue', 11],
  ['Hot Glue Sticks', 180],
  ['Wood Glue 500 g', 13],
  ['Cutter', 25],
  ['Hot Glue Gun', 7],
  ['Paint Roller 4 inch', 19],
  ['Palette', 27],
  ['Scissors', 21],
  ['Staple Gun', 4],
  ['Steel Scale 30 cm', 23],
  ['Steel Scale 1 m', 9],
]

/** Items that clubs cannot order. */
export const DISABLED = ['Staple Gun']

/** What the first clubs asked for, and what was decided. A line becomes a custom item if the stock has no item of its name. */
const ASKED: Record<string, Record<string, Asked>> = {
  'Demo Club': {
    'Brush Round 4': 6,
    'Brush Flat 10': [4, { allotted_quantity: 2, status: '' }],
    'Paint (500 ml) White': [4, { allotted_quantity: 4, status: 'Ready' }],
    'Masking Tape 1 inch': [
      10,
      { allotted_quantity: 10, status: 'Delivered', remarks: 'Handed over at the store room.' },
    ],
    'Foam Board 5 mm': [60, { status: 'Rejected', remarks: 'There are too few for everybody.' }],
    'Neon Acrylic Markers': [
      3,
      { status: 'Ordered from online retailer', remarks: 'Expected within a week.' },
      'https://shop.example/neon-acrylic-markers',
    ],
  },
  'Music Club': {
    'Chart Paper Black': [25, { allotted_quantity: 25, status: 'Delivered' }],
    'Paint (15 ml) Crimson': 8,
    'Double-sided Tape': [6, { allotted_quantity: 3, status: 'Pending' }],
    'Fairy Lights 10 m': [5, null, 'https://shop.example/fairy-lights'],
  },
  'Drama Club': {
    'Paint (500 ml) Black': [6, { allotted_quantity: 5, status: 'Ready' }],
    'MDF Board 3 mm': 8,
    'Black Curtain Cloth': [12, { status: 'Pending' }],
  },
}

/** The edition before, and the present one unless a setting names it. */
export const DEMO_EDITIONS = { earlier: 'Demo Fest 2025', current: 'Demo Fest 2026' } as const

/** What the first clubs got in the edition before: all of it is handed over. */
export const EARLIER: Record<string, Record<string, number>> = {
  'Demo Club': { 'Brush Round 4': 4, 'Paint (500 ml) White': 3, 'Chart Paper White': 40 },
  'Music Club': { 'Chart Paper Black': 20, 'Double-sided Tape': 5, 'Fairy Lights 10 m': 4 },
  'Drama Club': { 'Paint (500 ml) Black': 4, 'MDF Board 3 mm': 6 },
}

/** Clubs that ask for a quarter of the list each. */
const OTHERS = [
  'Photography Club',
  'Choreography Club',
  'Fine Arts Club',
  'Film Making Club',
  'Robotics Club',
  'Quiz Club',
  'Astronomy Club',
  'Debating Society',
  'Design Club',
]

/** What one of them asked for: a tenth to seven tenths of the shelf. A third of it was given for every fourth item. */
function askedBy(club: number): Record<string, Asked> {
  const asked = STOCK.flatMap(([itemName, shelf], place): [string, Asked][] => {
    if (DISABLED.includes(itemName) || ((place + 1) * (club + 4)) % 61 > 14) return []
    const quantity = Math.ceil((shelf * (1 + ((place + club * 3) % 7))) / 10)
    const units = (place + club) % 4 === 0 ? Math.floor(quantity / 3) : 0
    return [[itemName, units > 0 ? [quantity, { allotted_quantity: units }] : quantity]]
  })
  return Object.fromEntries(asked)
}

function toClub([clubName, asked]: [string, Record<string, Asked>], index: number): DemoClub {
  const [name = ''] = clubName.toLowerCase().split(' ')
  return {
    clubName,
    email: index === 0 ? FIRST_CLUB_EMAIL : `${name}@demo.example`,
    mobile: `+91 00000 ${String(index + 1).padStart(5, '0')}`,
    lines: Object.entries(asked).map(([itemName, line]) => {
      const [quantity, decision, link] = typeof line === 'number' ? [line] : line
      return { itemName, quantity, ...(decision && { decision }), ...(link && { link }) }
    }),
  }
}

/**
 * Twelve fictional clubs with about 140 lines in every status, in the order in which they ordered. Several items are short, so that the board
 * has something to decide.
 */
export const DEMO_CLUBS: readonly DemoClub[] = [
  ...Object.entries(ASKED),
  ...OTHERS.map((name, club): [string, Record<string, Asked>] => [name, askedBy(club)]),
].map(toClub)
