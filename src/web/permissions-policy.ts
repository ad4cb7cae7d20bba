/** What the pages never use. Named one by one: a browser allows what the header leaves out, and complains of names that it does not know. */
const DENIED = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

/** What a film in a frame needs: the `allow` of that frame can hand on only what the page has. */
const OF_FILMS = ['autoplay', 'encrypted-media', 'fullscreen', 'picture-in-picture']

/** The features of the browser that a page and the frames of these origins may use. */
export function permissionsPolicy(frames: readonly string[]): string {
  const allowed = frames.map((origin) => ` "${origin}"`).join('')
  return [
    ...DENIED.map((feature) => `${feature}=()`),
    ...OF_FILMS.map((feature) => (allowed ? `${feature}=(self${allowed})` : `${feature}=()`)),
  ].join(', ')
}
