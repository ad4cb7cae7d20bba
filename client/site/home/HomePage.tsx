import { AboutSection } from './AboutSection.tsx'
import { AftermovieSection } from './AftermovieSection.tsx'
import { DevelopersSection } from './DevelopersSection.tsx'
import { Hero } from './Hero.tsx'
import { ProjectsSection } from './ProjectsSection.tsx'
import { TeamSection } from './TeamSection.tsx'

export function HomePage() {
  return (
    <>
      <Hero />
      <AboutSection />
      <AftermovieSection />
      <TeamSection />
      <ProjectsSection />
      <DevelopersSection />
    </>
  )
}
