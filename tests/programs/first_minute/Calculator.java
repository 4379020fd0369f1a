// Sums and differences of digits; a text that ends with an operator.
// bug: 31 java.lang.StringIndexOutOfBoundsException number
// calls: new Calculator("1+").evaluate();

public class Calculator {
    private final String text;
    private int position;

    public Calculator(String text) {
        this.text = text;
    }

    public int evaluate() {
        position = 0;
        int result = number();
        while (position < text.length()) {
            char operator = text.charAt(position);
            position++;
            if (operator == '+') {
                result += number();
            } else if (operator == '-') {
                result -= number();
            } else {
                throw new IllegalArgumentException("unexpected " + operator);
            }
        }
        return result;
    }

    private int number() {
        char digit = text.charAt(position);
        if (digit < '0' || digit > '9') {
            throw new IllegalArgumentException("digit expected at " + position);
        }
        int value = 0;
        while (position < text.length() && Character.isDigit(text.charAt(position))) {
            value = value * 10 + (text.charAt(position) - '0');
            position++;
        }
        return value;
    }
}
