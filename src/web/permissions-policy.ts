/** Features that no page uses. Browsers allow whatever the header leaves out, and warn about names they do not know. */
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

/** Features that an embedded film needs: the `allow` of a frame can only pass on what its page has. */
const OF_FILMS = ['autoplay', 'encrypted-media', 'fullscreen', 'picture-in-picture']

/** The `Permissions-Policy` of a page that may embed frames from these origins. */
export function permissionsPolicy(frames: readonly string[]): string {
  const allowed = frames.map((origin) => ` "${origin}"`).join('')
  return [
    ...DENIED.map((feature) => `${feature}=()`),
    ...OF_FILMS.map((feature) => (allowed ? `${feature}=(self${allowed})` : `${feature}=()`)),
  ].join(', ')
}
