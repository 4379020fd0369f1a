// Inventory, mended.
// bug: none
// calls: var stock = new InventoryFixed(); stock.deliver("nut", 3); stock.take("bolt", 1);

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

public class InventoryFixed {
    private static class Article {
        private final String name;
        private int amount;

        Article(String name, int amount) {
            this.name = name;
            this.amount = amount;
        }
    }

    private final List<Article> articles = new ArrayList<>();

    private Optional<Article> find(String name) {
        for (Article article : articles) {
            if (article.name.equals(name)) {
                return Optional.of(article);
            }
        }
        return Optional.empty();
    }

    public void deliver(String name, int amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("nothing delivered");
        }
        Optional<Article> known = find(name);
        if (known.isPresent()) {
            known.get().amount += amount;
        } else {
            articles.add(new Article(name, amount));
        }
    }

    public boolean take(String name, int amount) {
        Article article = find(name).orElse(null);
        if (article == null || article.amount < amount) {
            return false;
        }
        article.amount -= amount;
        return true;
    }

    public int inStock(String name) {
        return find(name).map(article -> article.amount).orElse(0);
    }
}
