import type { LineDecision } from '#src/contract/line.ts'

type DemoLine = {
  itemName: string
  quantity: number
  link?: string
  /** The administrator's decision, if there is one. */
  decision?: Omit<LineDecision, 'lineId'>
}
export type DemoClub = { clubName: string; email: string; mobile: string; lines: DemoLine[] }

/** A line becomes a custom item if the stock has no item of its name. */
const TOLD_CLUBS: readonly [DemoClub, ...DemoClub[]] = [
  {
    clubName: 'Demo Club',
    email: 'club@demo.example',
    mobile: '+91 00000 00001',
    lines: [
      { itemName: 'Brush Round 4', quantity: 6 },
      { itemName: 'Brush Flat 10', quantity: 4, decision: { units: 2, status: '' } },
      {
        itemName: 'Paint (500 ml) White',
        quantity: 4,
        decision: { units: 4, status: 'Ready' },
      },
      {
        itemName: 'Masking Tape 1 inch',
        quantity: 10,
        decision: {
          units: 10,
          status: 'Delivered',
          remarks: 'Handed over at the store room.',
        },
      },
      {
        itemName: 'Foam Board 5 mm',
        quantity: 60,
        decision: {
          status: 'Rejected',
          remarks: 'More than there is. Please ask again for 20 or fewer.',
        },
      },
      {
        itemName: 'Neon Acrylic Markers',
        quantity: 3,
        link: 'https://shop.example/neon-acrylic-markers',
        decision: { status: 'Ordered from online retailer', remarks: 'Expected within a week.' },
      },
    ],
  },
  {
    clubName: 'Music Club',
    email: 'music@demo.example',
    mobile: '+91 00000 00002',
    lines: [
      {
        itemName: 'Chart Paper Black',
        quantity: 25,
        decision: { units: 25, status: 'Delivered' },
      },
      { itemName: 'Paint (15 ml) Crimson', quantity: 8 },
      {
        itemName: 'Double-sided Tape',
        quantity: 6,
        decision: { units: 3, status: 'Pending' },
      },
      { itemName: 'Fairy Lights 10 m', quantity: 5, link: 'https://shop.example/fairy-lights' },
    ],
  },
  {
    clubName: 'Drama Club',
    email: 'drama@demo.example',
    mobile: '+91 00000 00003',
    lines: [
      {
        itemName: 'Paint (500 ml) Black',
        quantity: 6,
        decision: { units: 5, status: 'Ready' },
      },
      { itemName: 'MDF Board 3 mm', quantity: 8 },
      { itemName: 'Black Curtain Cloth', quantity: 12, decision: { status: 'Pending' } },
    ],
  },
]

type Asked = number | readonly [asked: number, decision: DemoLine['decision']]

/** What the other clubs asked for, so that several items are short and the board has something to decide. */
const ASKED: Record<string, Record<string, Asked>> = {
  'Photography Club': {
    'Brush Round 6': 12,
    'Brush Round 11': 1,
    'Brush Round 12': 2,
    'Paint (500 ml) Green': 2,
    'Paint (500 ml) Yellow': 1,
    'Kraft Paper Roll': 1,
    'Mount Board A1': [4, { units: 4, status: 'Ready' }],
    'Double-sided Tape': [3, { units: 1 }],
    'Fabric Glue': 4,
    'Wood Glue 500 g': 3,
    Cutter: 9,
    'Paint Roller 4 inch': 4,
    Scissors: 4,
    'Steel Scale 1 m': [2, { units: 1 }],
  },
  'Choreography Club': {
    'Brush Round 1': 1,
    'Brush Round 4': 3,
    'Brush Round 6': 12,
    'Brush Flat 12': [2, { units: 1 }],
    'Paint (15 ml) Crimson': 7,
    'Paint (15 ml) Lemon Yellow': 6,
    'Paint (500 ml) Red': [5, { units: 2 }],
    'Chart Paper White': 24,
    'Kraft Paper Roll': 1,
    'Foam Board 5 mm': [14, { units: 7 }],
    'Wood Glue 500 g': [3, { units: 1 }],
    'Hot Glue Gun': 2,
    Scissors: 3,
    'Steel Scale 1 m': 2,
  },
  'Fine Arts Club': {
    'Brush Round 1': 1,
    'Brush Round 11': 2,
    'Brush Flat 2': 4,
    'Brush Flat 10': [4, { units: 4, status: 'Ready' }],
    'Brush Flat 16': 4,
    'Paint (15 ml) Lemon Yellow': 3,
    'Tracing Paper A3': 14,
    'Corrugated Sheet': 9,
    'MDF Board 3 mm': 7,
    'Wood Glue 500 g': 6,
    Cutter: 6,
    'Hot Glue Gun': [2, { units: 1 }],
    'Paint Roller 4 inch': 7,
    'Steel Scale 1 m': [2, { units: 1 }],
  },
  'Film Making Club': {
    'Brush Round 2': [4, { units: 2 }],
    'Brush Round 3': 5,
    'Brush Round 5': 8,
    'Brush Round 6': [6, { units: 6, status: 'Delivered' }],
    'Brush Flat 8': 3,
    'Paint (15 ml) Sap Green': 7,
    'Paint (500 ml) Black': 3,
    'Paint (500 ml) Red': [3, { units: 1 }],
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
    'Brush Flat 16': [2, { units: 1 }],
    'Paint (15 ml) Burnt Sienna': [3, { units: 1 }],
    'Paint (500 ml) Black': 5,
    'Paint (500 ml) Red': 5,
    'Corrugated Sheet': [14, { units: 14, status: 'Delivered' }],
    'Foam Board 5 mm': 6,
    'Double-sided Tape': [3, { units: 1 }],
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
    'Chart Paper Black': [15, { units: 7 }],
    'Corrugated Sheet': 14,
    'Foam Board 5 mm': 8,
    'Fabric Glue': 4,
    'Wood Glue 500 g': 6,
    'Paint Roller 4 inch': 5,
    Scissors: 6,
    'Steel Scale 1 m': 3,
  },
  'Astronomy Club': {
    'Brush Round 7': [7, { units: 3 }],
    'Brush Round 10': [8, { units: 4 }],
    'Brush Flat 2': 5,
    'Brush Flat 10': 2,
    'Paint (15 ml) Sap Green': [2, { units: 1 }],
    'Paint (15 ml) Yellow Ochre': 4,
    'Paint (500 ml) Black': [5, { units: 2 }],
    'Paint (500 ml) Green': 1,
    'Foam Board 5 mm': 14,
    'Fabric Glue': [2, { units: 1 }],
    Cutter: 9,
    'Hot Glue Gun': [2, { units: 1 }],
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
    'Brush Round 4': [9, { units: 9, status: 'Delivered' }],
    'Brush Round 8': 11,
    'Brush Round 11': 1,
    'Brush Flat 2': 5,
    'Paint (15 ml) Black': [10, { units: 10, status: 'Ready' }],
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
    email: `${name}@demo.example`,
    mobile: `+91 00000 ${String(TOLD_CLUBS.length + index + 1).padStart(5, '0')}`,
    lines: Object.entries(asked).map(([itemName, line]) => {
      const [quantity, decision] = typeof line === 'number' ? [line] : line
      return { itemName, quantity, ...(decision && { decision }) }
    }),
  }
}

/** Twelve fictional clubs with about 150 lines in every status, in the order in which they ordered. */
export const DEMO_CLUBS: readonly [DemoClub, ...DemoClub[]] = [
  ...TOLD_CLUBS,
  ...Object.entries(ASKED).map(toClub),
]
