import { drawingAddress, photographAddress, photographOf } from '#client/media/pictures.ts'
import { cx } from '#client/shared/cx.ts'
import styles from './Picture.module.css'

type PictureProps = {
  /** The place of a photograph in `media/`. Without a photograph the drawing shows. */
  slot: string
  drawing?: string
  /** Size of the drawing; a photograph has its own. */
  width: number
  height: number
  /** What the picture shows, `""` for decoration. The text of a photograph replaces any other text. */
  alt: string
  sizes?: string
  eager?: boolean
}

export function Picture({
  slot,
  drawing = slot,
  width,
  height,
  alt,
  sizes = 'auto, 100vw',
  eager = false,
}: PictureProps) {
  const photograph = photographOf(slot)
  const shared = {
    className: cx(styles.Picture, photograph && `photo-${photograph.hash}`),
    loading: eager ? 'eager' : 'lazy',
    decoding: 'async',
  } as const

  if (!photograph)
    return <img {...shared} src={drawingAddress(drawing)} width={width} height={height} alt={alt} />

  const { hash, widths, jpeg } = photograph
  const set = (format: 'avif' | 'webp') =>
    widths.map((each) => `${photographAddress(hash, each, format)} ${each}w`).join(', ')
  return (
    <picture>
      <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={set('webp')} sizes={sizes} />
      <img
        {...shared}
        src={photographAddress(hash, jpeg, 'jpg')}
        width={photograph.width}
        height={photograph.height}
        alt={alt && photograph.alt ? photograph.alt : alt}
      />
    </picture>
  )
}
