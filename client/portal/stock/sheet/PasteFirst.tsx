import { useLocation } from 'wouter'
import { useHandedOver } from './handed-over.ts'
import { ListBox } from './ListBox.tsx'
import styles from './StockSheet.module.css'

/** What the page of an empty stock says first. The list is looked at on the page of the sheet. */
export default function PasteFirst() {
  const [, goTo] = useLocation()
  return (
    <div className={`stack ${styles.First}`}>
      <ListBox
        title="Paste your list"
        isMain
        onList={(list) => {
          useHandedOver.setState(list, true)
          goTo('/stocksheet')
        }}
      />
      <p>Everything on it arrives on the shelf. You see it before it is saved.</p>
      <h2 className="heading">Or one item</h2>
    </div>
  )
}
