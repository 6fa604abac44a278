"""Each scaler against raw on the very same patients, split after split."""

from collections import Counter

from figures import style

STEP = 1.3  # inches from panel to panel


def draw(results):
    """Return the figure: for each scaler how often which gain came out, mean and interval."""
    splits = results["splits"]
    n = len(style.SCALERS)
    fig = style.figure(1.1 + STEP * n, [f"Over {splits['n_splits']} splits each mean gain is small,",
                             "and its 95% interval spans zero"])
    for i, scaler in enumerate(style.SCALERS):
        last = scaler == style.SCALERS[-1]
        ax = style.panel(fig, 0.15, 0.6 + STEP * (n - 1 - i), 4.3, 1.2)
        top = draw_counts(ax, splits["gains"][scaler], splits["n_test"], scaler)
        draw_mean(ax, splits["gains"][scaler], -0.16 * top, scaler)
        draw_names(ax, splits["gains"][scaler], 0.98 * top, scaler)
        ax.axvline(0, color=style.colour("ink"), linewidth=0.8, zorder=0)
        ax.set_xlim(-0.155, 0.155)
        ax.set_ylim(-0.32 * top, 1.05 * top)
        ax.set_xticks([-0.1, -0.05, 0, 0.05, 0.1])
        ax.set_yticks([])
        ax.tick_params(labelbottom=last)
        style.bare(ax, "left", *([] if last else ["bottom"]))
    ax.set_xlabel("accuracy gained over raw on the same split")
    return fig


def draw_counts(ax, gains, n_test, scaler):
    """Draw how many splits gained so many patients, one bar each; return the highest count."""
    count = Counter(round(value * n_test) for value in gains["values"])
    for patients, splits in sorted(count.items()):
        role = "raw" if patients < 0 else "faint" if patients == 0 else scaler
        ax.bar(patients / n_test, splits, width=0.8 / n_test, color=style.colour(role))
    return max(count.values())


def draw_mean(ax, gains, at, scaler):
    """Draw the mean gain and its corrected interval at a height below the bars."""
    ax.plot([gains["low"], gains["high"]], [at, at], color=style.colour(scaler))
    if scaler == style.SCALERS[0]:
        ax.annotate("95% interval", (gains["high"], at), (6, 0), textcoords="offset points",
                    va="center_baseline", color=style.colour(scaler))
    ax.plot(gains["mean"], at, style.MARK[scaler], color=style.colour(scaler), markersize=8,
            markeredgecolor=style.colour("page"))


def draw_names(ax, gains, at, scaler):
    """Say on either side who wins there, and how many of the splits."""
    for x, align, role, won in ((-0.15, "left", "raw", gains["lost"]),
                                (0.15, "right", scaler, gains["won"])):
        ax.text(x, at, style.LABEL[role], ha=align, va="top", color=style.colour(role),
                weight="bold")
        ax.text(x, 0.76 * at, f"wins {won} of {gains['n']}", ha=align, va="top",
                color=style.colour(role))
