import { projects, slideshowAddress, slideshowName } from '#client/content/projects.ts'
import { ArrowLink } from '#client/shared/ArrowLink.tsx'

export const WallLinks = () =>
  projects.map((project) => (
    <ArrowLink key={project.id} href={slideshowAddress(project)}>
      {slideshowName(project)}
    </ArrowLink>
  ))
