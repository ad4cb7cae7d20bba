import type { Edition, Memory } from './schema.ts'

/** The page's text for an edition without a theme. */
export const NO_THEME = 'Information Unavailable'

/** Oasis, newest first: a new edition is a new line at the top. 25 entries; there is none for 2020 and 2021, and none numbered 49. */
export const oasis: readonly Edition[] = [
  { year: 2024, number: 52, photos: 'studies' },
  { year: 2023, number: 51, photos: 'studies' },
  { year: 2022, number: 50, photos: 'studies' },
  { year: 2019, number: 48, photos: 'studies' },
  { year: 2018, number: 47, photos: 'studies' },
  { year: 2017, number: 46, photos: 'studies' },
  { year: 2016, number: 45, photos: 'studies' },
  { year: 2015, number: 44, photos: 'none' },
  { year: 2014, number: 43, photos: 'none' },
  { year: 2013, number: 42, photos: 'none' },
  { year: 2012, number: 41, photos: 'none' },
  { year: 2011, number: 40, photos: 'none' },
  { year: 2010, number: 39, photos: 'none' },
  { year: 2009, number: 38, photos: 'none' },
  { year: 2008, number: 37, photos: 'studies' },
  { year: 2007, number: 36, photos: 'studies' },
  { year: 2006, number: 35, photos: 'studies' },
  { year: 2005, number: 34, photos: 'studies' },
  { year: 2004, number: 33, photos: 'studies' },
  { year: 2003, number: 32, photos: 'studies' },
  { year: 2002, number: 31, photos: 'studies' },
  { year: 2001, number: 30, photos: 'studies' },
  { year: 2000, number: 29, photos: 'studies' },
  { year: 1999, number: 28, photos: 'studies' },
  { year: 1998, number: 27, photos: 'studies' },
]

/** APOGEE, newest first: 26 entries, every year from 2000 on. */
export const apogee: readonly Edition[] = [
  { year: 2025, photos: 'studies' },
  { year: 2024, photos: 'studies' },
  { year: 2023, photos: 'studies' },
  { year: 2022, photos: 'studies' },
  { year: 2021, photos: 'none' },
  { year: 2020, photos: 'none' },
  { year: 2019, photos: 'none' },
  { year: 2018, photos: 'none' },
  { year: 2017, photos: 'none' },
  { year: 2016, photos: 'none' },
  { year: 2015, photos: 'studies' },
  { year: 2014, photos: 'none' },
  { year: 2013, photos: 'none' },
  { year: 2012, photos: 'none' },
  { year: 2011, photos: 'none' },
  { year: 2010, photos: 'none' },
  { year: 2009, photos: 'none' },
  { year: 2008, photos: 'studies' },
  { year: 2007, photos: 'studies' },
  { year: 2006, photos: 'studies' },
  { year: 2005, photos: 'studies' },
  { year: 2004, photos: 'studies' },
  { year: 2003, photos: 'studies' },
  { year: 2002, photos: 'studies' },
  { year: 2001, photos: 'studies' },
  { year: 2000, photos: 'studies' },
]

/** The years of RELIVE THE MEMORIES; those without photographs show a plain note. */
export const memories: readonly Memory[] = [
  { year: 2000, photos: 'studies' },
  { year: 2001, photos: 'studies' },
  { year: 2002, photos: 'none' },
  { year: 2003, photos: 'none' },
  { year: 2004, photos: 'studies' },
  { year: 2005, photos: 'studies' },
  { year: 2006, photos: 'studies' },
  { year: 2007, photos: 'studies' },
]
