import type { LineChange } from '#src/contract/records.ts'

/** The address of the first club, with which people sign in. */
export const FIRST_CLUB_EMAIL = 'club@demo.example'

type Decision = Omit<LineChange, '_id'>
type DemoLine = { itemName: string; quantity: number; decision?: Decision; link?: string }
export type DemoClub = { clubName: string; email: string; mobile: string; lines: DemoLine[] }

type Asked = number | readonly [quantity: number, decision: Decision | null, link?: string]

/**
 * What each club asked for, and what was decided. Several items are short, so that the board has something to decide. A line becomes a custom
 * item if the stock has no item of its name.
 */
const ASKED: Record<string, Record<string, Asked>> = {
  'Demo Club': {
    'Brush Round 4': 6,
    'Brush Flat 10': [4, { allotted_quantity: 2, status: '' }],
    'Paint (500 ml) White': [4, { allotted_quantity: 4, status: 'Ready' }],
    'Masking Tape 1 inch': [
      10,
      { allotted_quantity: 10, status: 'Delivered', remarks: 'Handed over at the store room.' },
    ],
    'Foam Board 5 mm': [
      60,
      {
        status: 'Rejected',
        remarks: 'More than there is. Please ask again for 20 or fewer.',
      },
    ],
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
  'Photography Club': {
    'Brush Round 6': 12,
    'Brush Round 11': 1,
    'Brush Round 12': 2,
    'Paint (500 ml) Green': 2,
    'Paint (500 ml) Yellow': 1,
    'Kraft Paper Roll': 1,
    'Mount Board A1': [4, { allotted_quantity: 4, status: 'Ready' }],
    'Double-sided Tape': [3, { allotted_quantity: 1 }],
    'Fabric Glue': 4,
    'Wood Glue 500 g': 3,
    Cutter: 9,
    'Paint Roller 4 inch': 4,
    Scissors: 4,
    'Steel Scale 1 m': [2, { allotted_quantity: 1 }],
  },
  'Choreography Club': {
    'Brush Round 1': 1,
    'Brush Round 4': 3,
    'Brush Round 6': 12,
    'Brush Flat 12': [2, { allotted_quantity: 1 }],
    'Paint (15 ml) Crimson': 7,
    'Paint (15 ml) Lemon Yellow': 6,
    'Paint (500 ml) Red': [5, { allotted_quantity: 2 }],
    'Chart Paper White': 24,
    'Kraft Paper Roll': 1,
    'Foam Board 5 mm': [14, { allotted_quantity: 7 }],
    'Wood Glue 500 g': [3, { allotted_quantity: 1 }],
    'Hot Glue Gun': 2,
    Scissors: 3,
    'Steel Scale 1 m': 2,
  },
  'Fine Arts Club': {
    'Brush Round 1': 1,
    'Brush Round 11': 2,
    'Brush Flat 2': 4,
    'Brush Flat 10': [4, { allotted_quantity: 4, status: 'Ready' }],
    'Brush Flat 16': 4,
    'Paint (15 ml) Lemon Yellow': 3,
    'Tracing Paper A3': 14,
    'Corrugated Sheet': 9,
    'MDF Board 3 mm': 7,
    'Wood Glue 500 g': 6,
    Cutter: 6,
    'Hot Glue Gun': [2, { allotted_quantity: 1 }],
    'Paint Roller 4 inch': 7,
    'Steel Scale 1 m': [2, { allotted_quantity: 1 }],
  },
  'Film Making Club': {
    'Brush Round 2': [4, { allotted_quantity: 2 }],
    'Brush Round 3': 5,
    'Brush Round 5': 8,
    'Brush Round 6': [6, { allotted_quantity: 6, status: 'Delivered' }],
    'Brush Flat 8': 3,
    'Paint (15 ml) Sap Green': 7,
    'Paint (500 ml) Black': 3,
    'Paint (500 ml) Red': [3, { allotted_quantity: 1 }],
    'Paint (500 ml) Yellow': 1,
    'Kraft Paper Roll': 3,
    'Hot Glue Sticks': 18,
    'Wood Glue 500 g': 5,
    Cutter: 6,
    'Steel Scale 1 m': 2,
  },
  'Robotics Club': {
    'Brush Round 1': 3,
    'Brush Round 2': 5,
    'Brush Round 4': 3,
    'Brush Flat 16': [2, { allotted_quantity: 1 }],
    'Paint (15 ml) Burnt Sienna': [3, { allotted_quantity: 1 }],
    'Paint (500 ml) Black': 5,
    'Paint (500 ml) Red': 5,
    'Corrugated Sheet': [14, { allotted_quantity: 14, status: 'Delivered' }],
    'Foam Board 5 mm': 6,
    'Double-sided Tape': [3, { allotted_quantity: 1 }],
    'Fabric Glue': 5,
    'Hot Glue Sticks': 18,
    'Hot Glue Gun': 1,
    'Steel Scale 1 m': 2,
  },
  'Quiz Club': {
    'Brush Round 1': 3,
    'Brush Round 5': 3,
    'Brush Flat 16': 4,
    'Paint (500 ml) Red': 2,
    'Paint (500 ml) Yellow': 1,
    'Cartridge Paper A2': 30,
    'Chart Paper Black': [15, { allotted_quantity: 7 }],
    'Corrugated Sheet': 14,
    'Foam Board 5 mm': 8,
    'Fabric Glue': 4,
    'Wood Glue 500 g': 6,
    'Paint Roller 4 inch': 5,
    Scissors: 6,
    'Steel Scale 1 m': 3,
  },
  'Astronomy Club': {
    'Brush Round 7': [7, { allotted_quantity: 3 }],
    'Brush Round 10': [8, { allotted_quantity: 4 }],
    'Brush Flat 2': 5,
    'Brush Flat 10': 2,
    'Paint (15 ml) Sap Green': [2, { allotted_quantity: 1 }],
    'Paint (15 ml) Yellow Ochre': 4,
    'Paint (500 ml) Black': [5, { allotted_quantity: 2 }],
    'Paint (500 ml) Green': 1,
    'Foam Board 5 mm': 14,
    'Fabric Glue': [2, { allotted_quantity: 1 }],
    Cutter: 9,
    'Hot Glue Gun': [2, { allotted_quantity: 1 }],
    'Steel Scale 30 cm': 2,
    'Steel Scale 1 m': 3,
  },
  'Debating Society': {
    'Brush Round 0': 2,
    'Brush Round 2': 4,
    'Brush Round 11': 2,
    'Brush Flat 4': 7,
    'Brush Flat 10': 6,
    'Paint (500 ml) Black': 3,
    'Paint (500 ml) Green': 2,
    'Paint (500 ml) Red': 3,
    'Chart Paper Black': 8,
    'MDF Board 3 mm': 7,
    'Fabric Glue': 4,
    Cutter: 9,
    'Paint Roller 4 inch': 4,
    Palette: 3,
  },
  'Design Club': {
    'Brush Round 2': 7,
    'Brush Round 4': [9, { allotted_quantity: 9, status: 'Delivered' }],
    'Brush Round 8': 11,
    'Brush Round 11': 1,
    'Brush Flat 2': 5,
    'Paint (15 ml) Black': [10, { allotted_quantity: 10, status: 'Ready' }],
    'Paint (15 ml) White': 9,
    'Paint (500 ml) Red': 4,
    'Chart Paper Black': 22,
    'Kraft Paper Roll': 2,
    'Foam Board 5 mm': 8,
    'Wood Glue 500 g': 5,
    'Hot Glue Gun': 2,
    'Steel Scale 1 m': 2,
  },
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

/** Twelve fictional clubs with about 150 lines in every status, in the order in which they ordered. */
export const DEMO_CLUBS: readonly DemoClub[] = Object.entries(ASKED).map(toClub)
