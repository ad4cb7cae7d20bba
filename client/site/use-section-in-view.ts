import { useEffect, useState } from 'react'
import { sections } from '#client/content/links.ts'

type SectionId = (typeof sections)[number]['id']

/** The section of the navigation that crosses the middle of the window, if there is one. */
export function useSectionInView(active: boolean): SectionId | undefined {
  const [current, setCurrent] = useState<SectionId | undefined>(sections[0].id)
  useEffect(() => {
    if (!active) return
    const inView = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inView.add(target.id)
          else inView.delete(target.id)
        }
        setCurrent(sections.find(({ id }) => inView.has(id))?.id)
      },
      { rootMargin: '-50% 0px -50% 0px' },
    )
    for (const { id } of sections) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [active])
  return current
}
