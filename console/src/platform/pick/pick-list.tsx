import { IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './pick.module.css';
import type { PickGroup, PickItem } from './pick-item.ts';

type PickListProps = {
  groups: readonly PickGroup[];
  /** All groups are expanded, because a search matched their items. */
  isOpen: boolean;
  chosen: readonly PickItem[];
  onChange: (chosen: PickItem[]) => void;
};

export function PickList({ groups, isOpen, chosen, onChange }: PickListProps) {
  const chosenIds = new Set(chosen.map(({ id }) => id));
  const set = (items: readonly PickItem[], isChosen: boolean) => {
    const ids = new Set(items.map(({ id }) => id));
    const others = chosen.filter(({ id }) => !ids.has(id));
    onChange(isChosen ? [...others, ...items] : others);
  };
  return (
    <ul className={classes.list} onKeyDown={moveBetweenBoxes}>
      {groups.map((group) =>
        group.label ? (
          <Group key={group.id} group={group} isOpen={isOpen} chosenIds={chosenIds} onSet={set} />
        ) : (
          group.items.map((item) => (
            <Row key={item.id} item={item} isChosen={chosenIds.has(item.id)} onSet={(to) => set([item], to)} />
          ))
        ),
      )}
    </ul>
  );
}

type GroupProps = {
  group: PickGroup;
  isOpen: boolean;
  chosenIds: ReadonlySet<string>;
  onSet: (items: readonly PickItem[], isChosen: boolean) => void;
};

function Group({ group, isOpen, chosenIds, onSet }: GroupProps) {
  const { t } = useTranslation();
  const [isUnfolded, setUnfolded] = useState(false);
  const count = group.items.filter(({ id }) => chosenIds.has(id)).length;
  const all = count === group.items.length;
  const shown = isOpen || isUnfolded;
  return (
    <li>
      <div className={classes.group}>
        <input
          type="checkbox"
          className={classes.check}
          data-pick
          aria-label={t('pick.all', { group: group.label })}
          checked={all}
          ref={(input) => {
            if (input) {
              input.indeterminate = count > 0 && !all;
            }
          }}
          onChange={(event) => onSet(group.items, event.currentTarget.checked)}
        />
        <button type="button" className={classes.fold} aria-expanded={shown} onClick={() => setUnfolded(!shown)}>
          <IconChevronRight size={16} stroke={1.75} className="flip" aria-hidden />
          <span className={`${classes.groupName} truncate`} title={group.label}>
            {group.label}
          </span>
          <span className={classes.groupCount}>{t('pick.of', { chosen: count, total: group.items.length })}</span>
        </button>
      </div>
      {shown && (
        <ul className={classes.items}>
          {group.items.map((item) => (
            <Row key={item.id} item={item} isChosen={chosenIds.has(item.id)} onSet={(to) => onSet([item], to)} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Row({ item, isChosen, onSet }: { item: PickItem; isChosen: boolean; onSet: (isChosen: boolean) => void }) {
  return (
    <li>
      <label className={classes.row}>
        <input
          type="checkbox"
          className={classes.check}
          data-pick
          checked={isChosen}
          onChange={(event) => onSet(event.currentTarget.checked)}
        />
        {item.image}
        <span className={classes.text}>
          <span className={`${classes.name} truncate`} title={item.label}>
            {item.label}
          </span>
          {item.note && (
            <span className={`${classes.second} truncate`} title={item.note}>
              {item.note}
            </span>
          )}
        </span>
      </label>
    </li>
  );
}

/** Arrow keys move between checkboxes; Space toggles. */
function moveBetweenBoxes(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement)) {
    return;
  }
  const boxes = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-pick]')];
  const at = boxes.findIndex((box) => box === event.target || box.nextElementSibling === event.target);
  const next = boxes[at + step];
  if (next) {
    event.preventDefault();
    next.focus();
  }
}
