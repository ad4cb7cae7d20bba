/** The department, as titles and the footer name it. */
export const departmentName = 'Department of Art, Design and Publicity'

/** The parts of the home page that the navigation names; `id` is the id of the section. */
export const sections = [
  { id: 'Home', label: 'Home' },
  { id: 'AboutUs', label: 'About Us' },
  { id: 'OurProjects', label: 'Our Projects' },
  { id: 'OurTeam', label: 'Our Team' },
] as const

/** The timelines of past coordinators of each festival; `param` stands in the address. */
export const legacies = [
  { param: 'stuccan', label: 'StuCCAn', festival: 'oasis' },
  { param: 'costaan', label: 'CoStAAn', festival: 'apogee' },
] as const

/** The form of those who want to join; opens in a new tab. */
export const applyForm = 'https://apply.example/'

/** Where the department can be found elsewhere. */
export const department = [
  { network: 'LinkedIn', icon: 'linkedin', address: 'https://linkedin.example/' },
  { network: 'Instagram', icon: 'instagram', address: 'https://instagram.example/' },
  { network: 'Message us', icon: 'chat', address: 'https://chat.example/' },
] as const

/** One address for each festival. */
export const contacts = [
  { festival: 'Oasis', email: 'oasis@adp.example' },
  { festival: 'APOGEE', email: 'apogee@adp.example' },
] as const

/** The chat that helps people who cannot sign in. */
export const techSupport = 'https://chat.example/support'
