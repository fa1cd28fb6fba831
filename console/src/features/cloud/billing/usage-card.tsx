import { Tooltip } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useAmounts } from '#features/cloud/plans/shared/format-amounts.ts';
import type { UsageCard as Card } from '#features/cloud/plans/shared/judge-usage.ts';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import classes from './usage.module.css';

type Amounts = ReturnType<typeof useAmounts>;

/** Usage of one quota. */
export function UsageCard({ card, isEnterprise }: { card: Card; isEnterprise: boolean }) {
  const { t } = useTranslation();
  const amounts = useAmounts();
  const name = t(`billing.keys.${card.key}`);
  const help = helpOf(t, card, amounts, isEnterprise);
  return (
    <div className={classes.use} data-full={card.isFull || undefined}>
      <div className={classes.useName}>
        <h3 className="truncate">{name}</h3>
        {help && (
          <Tooltip label={help} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
            <IconButton size="chip" label={t('billing.usage.aboutPrice', { name, text: help })} tooltip={false}>
              <IconInfoCircle size={16} stroke={1.5} aria-hidden />
            </IconButton>
          </Tooltip>
        )}
      </div>
      <div className={`${classes.useValue} tabular`}>
        <b>
          {typeof card.used === 'boolean'
            ? t(card.used ? 'billing.usage.on' : 'billing.usage.off')
            : amounts.short(card.used)}
        </b>
        {card.included !== undefined && <span>{t('billing.usage.of', { limit: amounts.short(card.included) })}</span>}
        <span className={classes.useTag}>
          <Mark card={card} />
        </span>
      </div>
      <Meter card={card} />
      <div className={`${classes.useFoot} tabular`}>{footOf(t, card, amounts)}</div>
    </div>
  );
}

function Mark({ card }: { card: Card }) {
  const { t } = useTranslation();
  if (card.isFull) {
    return (
      <Tag tone="danger" icon={IconAlertCircle} small>
        {t('billing.usage.limitReached')}
      </Tag>
    );
  }
  if (!card.extra) {
    return null;
  }
  return card.included === undefined ? (
    <Tag small>{t('billing.usage.addOn')}</Tag>
  ) : (
    <Tag tone="warning" icon={IconAlertTriangle} small>
      {t('billing.usage.overIncluded')}
    </Tag>
  );
}

/** Visualizes the text next to it. */
function Meter({ card: { percent, isFull, extra } }: { card: Card }) {
  if (percent === undefined) {
    return <div className={classes.meter} data-empty aria-hidden />;
  }
  // The included share, relative to total usage once that is larger.
  const width = extra ? 10_000 / percent : Math.min(percent, 100);
  return (
    <div className={classes.meter} data-full={isFull || undefined} data-extra={extra ? true : undefined} aria-hidden>
      <i style={{ inlineSize: `${width}%` }} />
      {extra && <i />}
    </div>
  );
}

function footOf(t: TFunction, card: Card, amounts: Amounts): string {
  const { used, included, percent, isFull, extra, price } = card;
  if (included === undefined || percent === undefined || typeof used === 'boolean') {
    if (extra) {
      return t('billing.usage.more', { amount: amounts.money(extra.amount) });
    }
    if (card.isUnlimited) {
      return t('billing.usage.unlimited');
    }
    return t(used ? 'billing.usage.inUse' : 'billing.usage.notInUse');
  }
  if (extra) {
    const values = { percent, count: extra.count, amount: amounts.money(extra.amount) };
    return price?.per === 'pack' ? t('billing.usage.packs', values) : t('billing.usage.extra', values);
  }
  if (isFull) {
    return used > included
      ? t('billing.usage.over', { percent, surplus: amounts.number(used - included) })
      : t('billing.usage.reached', { percent });
  }
  if (included >= 1000) {
    return t('billing.usage.share', { used: amounts.number(used), limit: amounts.number(included), percent });
  }
  return used >= included ? t('billing.usage.allUsed') : t('billing.usage.shortShare', { percent });
}

/** The price of more usage, or what is counted. */
function helpOf(t: TFunction, card: Card, amounts: Amounts, isEnterprise: boolean): string | undefined {
  const { key, price, isCapped } = card;
  const isMetered = key === 'mauLimit' || key === 'tokenLimit';
  const counted = isMetered ? t(`billing.usage.counts.${key}`) : undefined;
  if (isEnterprise) {
    return t('billing.usage.agreed');
  }
  if (!price) {
    return isMetered && isCapped ? `${counted} ${t(`billing.usage.atLimit.${key}`)}` : counted;
  }
  const values = { price: amounts.money(price.unitPrice) };
  const cost =
    price.per === 'pack'
      ? t('billing.usage.pack', { ...values, size: amounts.short(price.size) })
      : t(`billing.usage.${price.per}`, values);
  return [counted, cost].filter(Boolean).join(' ');
}
